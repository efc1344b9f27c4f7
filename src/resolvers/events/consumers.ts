import { queueDeliveries } from '../deliveries/queue-deliveries.ts';
import { publishLive } from '../live/publish-live.ts';
import type { EventConsumer } from './relay-events.ts';

/** Everyone who is told of every event. */
export const eventConsumers: EventConsumer[] = [publishLive, queueDeliveries];

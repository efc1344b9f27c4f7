import { queueDeliveries } from '../addons/deliveries/queue-deliveries.ts';
import { publishLive } from '../addons/live/publish-live.ts';
import type { EventConsumer } from '../platform/events/relay-events.ts';

/** Everyone who is told of every event. */
export const eventConsumers: EventConsumer[] = [publishLive, queueDeliveries];

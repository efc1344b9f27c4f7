import type { Queryable } from '../../infrastructure/database/transaction.ts';

interface Numbered {
  id: string;
}

/** Notes that a consumer has not taken these events. */
export async function keepForRetry(sql: Queryable, consumer: string, events: Numbered[]): Promise<void> {
  await sql.query(
    `INSERT INTO event_retries (event_id, consumer, next_at) SELECT id, $2, now() FROM unnest($1::uuid[]) AS id
     ON CONFLICT (event_id, consumer) DO NOTHING`,
    [events.map(({ id }) => id), consumer],
  );
}

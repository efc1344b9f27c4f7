import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import type { LiveReference, LiveTransport } from './live-updates.ts';

const CHANNEL = 'pinbound_live';
/** A notification is limited to 8 000 bytes; a reference takes at most 111. */
const REFERENCES_PER_NOTIFICATION = 70;
const RECONNECT_DELAY_MS = 500;
/** Heartbeat interval, ms: a lost route or a frozen server does not close the connection. */
const HEARTBEAT_MS = 15_000;

/**
 * Transports references over LISTEN and NOTIFY. Only the relay publishes, in batches, because
 * NOTIFY serializes commits. Reconnects a lost connection and reports the gap.
 */
export function createPostgresTransport(options: {
  connectionString: string;
  pool: pg.Pool;
  logger: Logger;
  heartbeatMs?: number;
}): LiveTransport {
  const { heartbeatMs = HEARTBEAT_MS } = options;
  const responseTimeoutMs = heartbeatMs / 3;
  let client: pg.Client | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;
  let heardAt = Date.now();

  async function connect(receive: (references: LiveReference[]) => void): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
      application_name: 'pinbound live',
    });
    connection.on('notification', ({ payload }) => receive(decode(payload ?? '')));
    connection.on('error', (error) => options.logger.warn({ err: error }, 'live updates connection failed'));
    try {
      await connection.connect();
      await connection.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      drop(connection);
      throw error;
    }
    client = connection;
    return connection;
  }

  /** Keeps a listening connection open and reports gaps to `missed`. */
  function watch(connection: pg.Client, again: () => Promise<pg.Client>, missed: (since: Date) => void): void {
    heardAt = Date.now();
    heartbeat = setInterval(() => {
      connection.query('SELECT 1').then(
        () => {
          heardAt = Date.now();
        },
        () => drop(connection),
      );
    }, heartbeatMs).unref();

    const retry = () => {
      if (closed) return;
      again().then(
        (fresh) => {
          if (closed) return drop(fresh);
          missed(new Date(heardAt));
          watch(fresh, again, missed);
        },
        () => setTimeout(retry, RECONNECT_DELAY_MS).unref(),
      );
    };
    connection.once('end', () => {
      clearInterval(heartbeat);
      setTimeout(retry, RECONNECT_DELAY_MS).unref();
    });
  }

  return {
    async listen(receive, missed) {
      const again = () => connect(receive);
      watch(await again(), again, missed);
    },
    async publish(references) {
      for (let start = 0; start < references.length; start += REFERENCES_PER_NOTIFICATION) {
        const payload = encode(references.slice(start, start + REFERENCES_PER_NOTIFICATION));
        await options.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
      }
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      await client?.end();
    },
  };
}

/** Closes the connection without waiting; pg destroys it if a statement is running. */
function drop(connection: pg.Client): void {
  connection.end().catch(() => undefined);
}

/** The previous release reads the first two ids. */
const encode = (references: LiveReference[]) =>
  references
    .map(({ topic, id, organization }) => [topic, id, ...(organization ? [organization] : [])].join(':'))
    .join(' ');

const decode = (payload: string): LiveReference[] =>
  payload.split(' ').flatMap((pair) => {
    const [topic, id, organization] = pair.split(':');
    return topic && id ? [{ topic, id, ...(organization && { organization }) }] : [];
  });

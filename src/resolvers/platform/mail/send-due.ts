/** Mails sent concurrently. */
const CONCURRENCY = 5;
/** Time after which no further mail is started, milliseconds; the next run sends the rest. */
const RUN_MS = 4_000;

/** SQL for the next attempt: a minute after the first one, doubling up to about an hour. */
export const nextAttempt = (attempts: string, now = 'now()'): string =>
  `${now} + interval '1 minute' * power(2, least(${attempts}, 6))`;

/**
 * Sends mails that are due.
 *
 * @param sendNext sends one mail; returns false if there was none or the mail server failed
 */
export async function sendDue(sendNext: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + RUN_MS;
  // Stops at a failure of the mail server, which would affect the next mail too.
  const sendOneByOne = async () => {
    while (Date.now() < until && (await sendNext()));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendOneByOne));
}

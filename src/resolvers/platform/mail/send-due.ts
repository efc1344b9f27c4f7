/** Mails on their way at once. */
const CONCURRENCY = 5;
/** After this no further mail is begun, milliseconds: the rest is for the next run. */
const RUN_MS = 4_000;

/** When a mail is tried again, as SQL: a minute after its first attempt, then twice as long each time, up to an hour or so. */
export const nextAttempt = (attempts: string): string =>
  `now() + interval '1 minute' * power(2, least(${attempts}, 6))`;

/** Sends mails that are due. @param sendNext sends one; says whether there was one, and it was sent or given up for its address */
export async function sendDue(sendNext: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + RUN_MS;
  // Each stops at a failure: whatever the mail server has, the next mail would meet it too.
  const sendOneByOne = async () => {
    while (Date.now() < until && (await sendNext()));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendOneByOne));
}

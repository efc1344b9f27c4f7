import { sendInvitationMails } from '../resolvers/core/invitations/send-invitation-mails.ts';
import { sendQueuedMails } from '../resolvers/platform/mail/send-queued-mails.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Sends the mails of imports, and what a process that died or a mail server that was away has left. */
export const sendMailsJob: ScheduledJob = {
  name: 'send-mails',
  everyMs: 5_000,
  async run(ctx) {
    await Promise.all([sendInvitationMails(ctx), sendQueuedMails(ctx)]);
  },
};

import { sendInvitationMails } from '../resolvers/invitations/send-invitation-mails.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Mails the invitations of an import, and what a process that died or a mail server that was away has left. */
export const sendInvitations: ScheduledJob = {
  name: 'send-invitations',
  everyMs: 5_000,
  run: sendInvitationMails,
};

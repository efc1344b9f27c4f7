import { resealSecrets } from '../resolvers/addons/webhooks/reseal-secrets.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** After a change of AUTH_SECRET, seals stored secrets under the new one. */
export const resealSecretsJob: ScheduledJob = {
  name: 'reseal-secrets',
  everyMs: 10 * 60 * 1000,
  run: resealSecrets,
};

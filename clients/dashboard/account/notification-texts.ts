import { useApp } from '../app-context.ts';
import type { NotificationChannel, NotificationKind } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';

/** A Monday; milliseconds since 1970. */
const MONDAY = Date.UTC(2024, 0, 1);
/** Milliseconds. */
const DAY = 86_400_000;

/** Names of kinds, channels and days, from Monday on. */
export function useNotificationTexts() {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const kinds: Record<NotificationKind, string> = {
    annotation: texts.kindAnnotation,
    reply: texts.kindReply,
    mention: texts.kindMention,
    assignment: texts.kindAssignment,
    status: texts.kindStatus,
    reopened: texts.kindReopened,
    regressed: texts.kindRegressed,
    proof: texts.kindProof,
    own_proof: texts.kindOwnProof,
    deployment: texts.kindDeployment,
    due: texts.kindDue,
    import: texts.kindImport,
  };
  const channels: Record<NotificationChannel, string> = {
    off: texts.channelOff,
    in_app: texts.channelApp,
    mail: texts.channelMail,
    daily_digest: texts.channelDaily,
    weekly_digest: texts.channelWeekly,
  };
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const weekdays = Array.from({ length: 7 }, (_, index) => format.format(MONDAY + index * DAY));
  return { kinds, channels, weekdays };
}

/** Kinds of notifications. Stored: a kind never changes its name. */
export const NOTIFICATION_KINDS = [
  'annotation',
  'reply',
  'mention',
  'assignment',
  'status',
  'reopened',
  'regressed',
  'proof',
  'own_proof',
  'deployment',
  'due',
  'import',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Ways to receive a kind. Stored: a channel never changes its name. */
export const NOTIFICATION_CHANNELS = ['off', 'in_app', 'mail', 'daily_digest', 'weekly_digest'] as const;

export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Channels of kinds, as they are stored. */
export type StoredChannels = Partial<Record<NotificationKind, NotificationChannel>>;

const DEFAULT_CHANNELS: Record<NotificationKind, NotificationChannel> = {
  annotation: 'in_app',
  reply: 'mail',
  mention: 'mail',
  assignment: 'mail',
  status: 'in_app',
  reopened: 'in_app',
  regressed: 'in_app',
  proof: 'off',
  own_proof: 'mail',
  deployment: 'off',
  due: 'in_app',
  import: 'in_app',
};

/** Channel of a kind: that of the project, or else the general one, or else the default. */
export const channelOf = (
  kind: NotificationKind,
  general: StoredChannels | null,
  ofProject?: StoredChannels | null,
): NotificationChannel => ofProject?.[kind] ?? general?.[kind] ?? DEFAULT_CHANNELS[kind];

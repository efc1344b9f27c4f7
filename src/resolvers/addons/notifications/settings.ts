import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { type NotificationSettings, Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { me } from '../../core/auth/me.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import {
  channelOf,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type StoredChannels,
} from './kinds.ts';

/** Preferences of a user, with the channel of each kind. */
export type Settings = Pick<
  NotificationSettings,
  'mails' | 'timeZone' | 'digestHour' | 'digestWeekday' | 'bouncedAt'
> & { userId: string; general: StoredChannels };

const COLUMNS = selectList(Prisma.NotificationSettingsScalarFieldEnum);

const READ = statement('settings/read', `SELECT ${COLUMNS} FROM notification_settings WHERE user_id = $userId`);

const channelsInput = z
  .array(z.object({ kind: z.enum(NOTIFICATION_KINDS), channel: z.enum(NOTIFICATION_CHANNELS) }))
  .transform((list) => Object.fromEntries(list.map(({ kind, channel }) => [kind, channel])) as StoredChannels);

const settingsInput = z.object({
  preferences: channelsInput.optional(),
  mails: z.boolean().optional(),
  timeZone: z
    .string()
    .max(64, 'must have at most 64 characters')
    .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
    .optional(),
  digestHour: z.number().int().min(0, 'must be at least 0').max(23, 'must be at most 23').optional(),
  digestWeekday: z.number().int().min(1, 'must be at least 1').max(7, 'must be at most 7').optional(),
});

/** A change of preferences ends the pause after an invalid address: the user repaired it. */
const WRITE = statement(
  'settings/write',
  `INSERT INTO notification_settings AS s (user_id, channels, mails, time_zone, digest_hour, digest_weekday)
  VALUES ($userId, coalesce($channels?::jsonb, '{}'), coalesce($mails?, true), coalesce($timeZone?, 'UTC'), coalesce($digestHour?, 8), coalesce($digestWeekday?, 1))
  ON CONFLICT (user_id) DO UPDATE
     SET channels = s.channels || coalesce($channels?::jsonb, '{}'), mails = coalesce($mails?, s.mails),
         time_zone = coalesce($timeZone?, s.time_zone), digest_hour = coalesce($digestHour?, s.digest_hour),
         digest_weekday = coalesce($digestWeekday?, s.digest_weekday), bounced_email = NULL, bounced_at = NULL
  RETURNING ${COLUMNS}`,
);

const toSettings = (userId: string, row: NotificationSettings | undefined): Settings => ({
  userId,
  general: (row?.channels ?? {}) as StoredChannels,
  mails: row?.mails ?? true,
  timeZone: row?.timeZone ?? 'UTC',
  digestHour: row?.digestHour ?? 8,
  digestWeekday: row?.digestWeekday ?? 1,
  bouncedAt: row?.bouncedAt ?? null,
});

/**
 * Reads the user's preferences.
 *
 * @throws UNAUTHENTICATED
 */
export async function getSettings(ctx: Context<'db' | 'pool'>): Promise<Settings> {
  const { id: userId } = await me(ctx);
  const row = await READ.first(ctx.services.pool, { userId });
  return toSettings(userId, row);
}

/**
 * Changes the user's preferences; what is omitted stays as it is.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 */
export async function updateSettings(ctx: Context<'db' | 'pool'>, args: object): Promise<Settings> {
  const { id: userId } = await me(ctx);
  rejectNulls(args);
  const { preferences: channels, mails, timeZone, digestHour, digestWeekday } = parseInput(settingsInput, args);
  const values = { userId, channels: channels && JSON.stringify(channels), mails, timeZone, digestHour, digestWeekday };
  const row = await WRITE.first(ctx.services.pool, values);
  return toSettings(userId, row);
}

/** Preferences for one project. */
export interface ProjectSettings {
  projectId: string;
  general: StoredChannels;
  ofProject: StoredChannels;
}

const READ_PROJECT = statement(
  'settings/read-project',
  `SELECT
    coalesce((SELECT channels FROM notification_settings WHERE user_id = $userId), '{}') AS general,
    coalesce((SELECT channels FROM project_notification_settings WHERE user_id = $userId AND project_id = $projectId), '{}') AS "ofProject"`,
).narrow<Pick<ProjectSettings, 'general' | 'ofProject'>>();

const WRITE_PROJECT = statement(
  'settings/write-project',
  `INSERT INTO project_notification_settings (user_id, project_id, channels) VALUES ($userId, $id, $channels)
  ON CONFLICT (user_id, project_id) DO UPDATE SET channels = excluded.channels`,
);

/**
 * Reads the user's preferences for a project.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function getProjectSettings(ctx: Context<'pool'>, projectId: string): Promise<ProjectSettings> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  return readProject(ctx, project.id);
}

async function readProject(ctx: Context<'pool'>, projectId: string): Promise<ProjectSettings> {
  const values = { userId: requireUser(ctx), projectId };
  const row = await READ_PROJECT.first(ctx.services.pool, values);
  return { general: {}, ofProject: {}, ...row, projectId };
}

/**
 * Replaces the user's preferences for a project. Kinds that are not listed follow the general ones.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 */
export async function setProjectSettings(
  ctx: Context<'pool'>,
  { projectId, ...args }: { projectId: string; preferences: unknown },
): Promise<ProjectSettings> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  const { preferences: channels } = parseInput(z.object({ preferences: channelsInput }), args);
  await WRITE_PROJECT.run(ctx.services.pool, {
    userId: requireUser(ctx),
    id: project.id,
    channels: JSON.stringify(channels),
  });
  return readProject(ctx, project.id);
}

/** Channel of every kind. */
export const channelsOf = ({ general, ofProject }: { general: StoredChannels; ofProject?: StoredChannels }) =>
  NOTIFICATION_KINDS.map((kind: NotificationKind) => ({
    kind,
    channel: channelOf(kind, general, ofProject),
    isOverridden: ofProject?.[kind] !== undefined,
  }));

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are not names.
    return /^[A-Z]/.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
} from '../../resolvers/addons/notifications/kinds.ts';
import {
  channelsOf,
  getProjectSettings,
  getSettings,
  type ProjectSettings,
  type Settings,
  setProjectSettings,
  updateSettings,
} from '../../resolvers/addons/notifications/settings.ts';
import { builder } from '../builder.ts';
import { bounded, maxItems } from '../constraints.ts';
import { addMutation, addQuery } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { NotificationKindEnum } from './notifications.ts';

const NotificationChannelEnum = builder.enumType('NotificationChannel', {
  description: 'Way to receive a kind of notifications.',
  values: {
    off: { description: 'Not at all.' },
    in_app: { description: 'In the list of notifications.' },
    mail: { description: 'In the list and by mail, which collects what happens in a thread within five minutes.' },
    daily_digest: { description: 'In the list and in a daily mail.' },
    weekly_digest: { description: 'In the list and in a weekly mail.' },
  } as const satisfies Record<NotificationChannel, { description: string }>,
});

interface KindChannel {
  kind: NotificationKind;
  channel: NotificationChannel;
  isOverridden: boolean;
}

const KindChannelType = builder.objectRef<KindChannel>('NotificationPreference').implement({
  description: 'Channel through which a kind of notifications is received.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NotificationKindEnum, description: 'Kind of notifications.' }),
    channel: t.expose('channel', { type: NotificationChannelEnum, description: 'Way to receive it.' }),
    isOverridden: t.exposeBoolean('isOverridden', {
      description: 'Whether the project overrides the general preference.',
    }),
  }),
});

const perKind = { description: 'Every kind with its channel.', extensions: maxItems(NOTIFICATION_KINDS.length) };

const SettingsType = builder.objectRef<Settings>('NotificationSettings').implement({
  description: 'Preferences of a user for notifications.',
  fields: (t) => ({
    preferences: t.field({ type: [KindChannelType], ...perKind, resolve: channelsOf }),
    mails: t.exposeBoolean('mails', {
      description: 'Whether notifications are mailed. Unsubscribing in a mail sets false.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of digests, such as Europe/Berlin.' }),
    digestHour: t.exposeInt('digestHour', { description: 'Local hour of digests, 0–23.' }),
    digestWeekday: t.exposeInt('digestWeekday', { description: 'Local day of weekly digests, 1 (Monday) to 7.' }),
    bouncedAt: t.expose('bouncedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which a mail server reported the address as invalid; null if none did. Mails resume after the address or any of ' +
        'these preferences is changed.',
    }),
  }),
});

const ProjectSettingsType = builder.objectRef<ProjectSettings>('ProjectNotificationSettings').implement({
  description: 'Preferences of a user for the notifications of a project.',
  fields: (t) => ({
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    preferences: t.field({ type: [KindChannelType], ...perKind, resolve: channelsOf }),
  }),
});

const KindChannelInput = builder.inputType('NotificationPreferenceInput', {
  description: 'Choice of the channel through which a kind of notifications is received.',
  fields: (t) => ({
    kind: t.field({ type: NotificationKindEnum, required: true, description: 'Kind of notifications.' }),
    channel: t.field({ type: NotificationChannelEnum, required: true, description: 'Way to receive it.' }),
  }),
});

addQuery('notificationSettings', {
  type: SettingsType,
  description: 'Preferences of the authenticated user for notifications.',
  resolve: (ctx) => getSettings(ctx),
});

addMutation('updateNotificationSettings', {
  type: SettingsType,
  description: 'Changes the preferences of the authenticated user for notifications. What is omitted stays as it is.',
  args: builder.args((t) => ({
    preferences: t.field({ type: [KindChannelInput], description: 'Kinds to change. Other kinds stay as they are.' }),
    mails: t.boolean({ description: 'Whether notifications are mailed.' }),
    timeZone: t.string({ description: 'IANA time zone of digests, such as Europe/Berlin.' }),
    digestHour: t.int(bounded('Local hour of digests', { minimum: 0, maximum: 23 })),
    digestWeekday: t.int(bounded('Local day of weekly digests, from Monday', { minimum: 1, maximum: 7 })),
  })),
  resolve: updateSettings,
});

addQuery('projectNotificationSettings', {
  type: ProjectSettingsType,
  description: 'Preferences of the authenticated user for the notifications of a project.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  needs: 'annotation.read',
  resolve: (ctx, { projectId }) => getProjectSettings(ctx, projectId),
});

addMutation('setProjectNotificationSettings', {
  type: ProjectSettingsType,
  description: 'Replaces the preferences of the authenticated user for the notifications of a project.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    preferences: t.field({
      type: [KindChannelInput],
      required: true,
      description: 'Kinds that the project overrides. Other kinds follow the general preferences.',
    }),
  })),
  needs: 'annotation.read',
  resolve: setProjectSettings,
});

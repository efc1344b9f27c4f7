import { type CSSProperties, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useOrganization } from '../data/organization.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import type { NotificationChannel, NotificationKind } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { CheckField, Field, SelectField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Loaded, Section } from '../ui/settings.tsx';
import {
  NotificationSettingsDocument,
  ProjectNotificationsDocument,
  SetProjectNotificationsDocument,
  UpdateNotificationSettingsDocument,
} from './account.generated.ts';
import { useNotificationTexts } from './notification-texts.ts';
import classes from './notifications.module.css';

interface Preference {
  kind: NotificationKind;
  channel: NotificationChannel;
}

/** Ways to receive notifications, of all projects and of single ones. */
export function Notifications() {
  const texts = useSettingsTexts();
  const { organization } = useOrganization();
  const [{ data, error }] = useQuery({ query: NotificationSettingsDocument });
  const [, update] = useMutation(UpdateNotificationSettingsDocument);
  const [{ data: listed }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization,
  });
  const [chosen, setChosen] = useState<string>();
  const projects = listed?.projects?.nodes ?? [];
  const projectId = chosen ?? projects[0]?.id;
  return (
    <>
      <Section title={texts.notifications} hint={texts.notificationsHint} isScreen>
        <Loaded value={data?.notificationSettings} error={error}>
          {(settings) => (
            <>
              {settings.bouncedAt && <p role="alert">{texts.bounced}</p>}
              <Card>
                <Form onSave={(values) => update({ preferences: preferencesOf(values, settings.preferences) })}>
                  <Channels preferences={settings.preferences} />
                </Form>
              </Card>
              <Card>
                <Form
                  onSave={(values) =>
                    update({
                      mails: values.has('mails'),
                      timeZone: textOf(values, 'timeZone'),
                      digestHour: Number(values.get('digestHour')),
                      digestWeekday: Number(values.get('digestWeekday')),
                    })
                  }
                >
                  <CheckField label={texts.mails} hint={texts.mailsHint} name="mails" defaultChecked={settings.mails} />
                  <Digest {...settings} />
                </Form>
              </Card>
            </>
          )}
        </Loaded>
      </Section>
      {projectId && (
        <Section title={texts.perProject} hint={texts.perProjectHint}>
          <Card>
            <SelectField
              label={texts.project}
              value={projectId}
              onChange={({ target }) => setChosen(target.value)}
              options={projects.map(({ id, name }) => [id, name])}
            />
            <ProjectPreferences key={projectId} projectId={projectId} />
          </Card>
        </Section>
      )}
    </>
  );
}

function ProjectPreferences({ projectId }: { projectId: string }) {
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: ProjectNotificationsDocument, variables: { projectId } });
  const [, save] = useMutation(SetProjectNotificationsDocument);
  return (
    <Loaded value={data?.projectNotificationSettings} error={error}>
      {({ preferences }) => (
        <Form
          onSave={(values) => {
            // A kind without a channel of its own follows the general preferences.
            const own = preferencesOf(values, preferences).filter(({ channel }) => (channel as string) !== '');
            return save({ projectId, preferences: own });
          }}
        >
          <Channels
            general={texts.asGeneral}
            preferences={preferences.map(({ kind, channel, isOverridden }) => ({
              kind,
              channel: isOverridden ? channel : undefined,
            }))}
          />
        </Form>
      )}
    </Loaded>
  );
}

interface ChannelsProps {
  preferences: readonly { kind: NotificationKind; channel: NotificationChannel | undefined }[];
  /** Text of the option to follow the general preferences; absent for these. */
  general?: string;
}

function Channels({ preferences, general }: ChannelsProps) {
  const { kinds, channels } = useNotificationTexts();
  const options = [...(general ? [['', general] as const] : []), ...Object.entries(channels)];
  return (
    <table className={classes.channels} style={{ '--columns': options.length } as CSSProperties}>
      <thead>
        <tr>
          <td className={classes.corner} />
          {options.map(([value, label]) => (
            <th key={value} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preferences.map(({ kind, channel }) => (
          <tr key={kind}>
            <th scope="row">{kinds[kind]}</th>
            {options.map(([value, label]) => (
              <td key={value}>
                <label title={label}>
                  <input
                    type="radio"
                    name={kind}
                    value={value}
                    aria-label={`${kinds[kind]}: ${label}`}
                    defaultChecked={value === (channel ?? '')}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Digest(settings: { timeZone: string; digestHour: number; digestWeekday: number }) {
  const texts = useSettingsTexts();
  const { weekdays } = useNotificationTexts();
  return (
    <>
      <Field label={texts.timeZone} name="timeZone" defaultValue={settings.timeZone} list="time-zones" required />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        label={texts.digestHour}
        name="digestHour"
        type="number"
        min={0}
        max={23}
        required
        defaultValue={settings.digestHour}
      />
      <SelectField
        label={texts.digestWeekday}
        name="digestWeekday"
        defaultValue={settings.digestWeekday}
        options={weekdays.map((name, index) => [`${index + 1}`, name])}
      />
    </>
  );
}

const preferencesOf = (values: FormData, known: readonly { kind: NotificationKind }[]): Preference[] =>
  known.map(({ kind }) => ({ kind, channel: textOf(values, kind) as NotificationChannel }));

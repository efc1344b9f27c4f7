import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Provider, useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { createData, type Data } from '../data/client.ts';
import { failureText } from '../data/failure-text.ts';
import type { AppRequestQuery, GrantableProjectsQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { type SettingsMessages, useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { CheckList, Field, FormError, SelectField } from '../ui/field.tsx';
import { Form, listOf, textOf } from '../ui/form.tsx';
import { Pending } from '../ui/states.tsx';
import {
  AllowAppRequestDocument,
  AppRequestDocument,
  DenyAppRequestDocument,
  GrantableProjectsDocument,
} from './apps.generated.ts';
import classes from './authorize-app.module.css';
import { EntryPage } from './entry-page.tsx';

type Request = NonNullable<AppRequestQuery['appRequest']>;
type Account = NonNullable<GrantableProjectsQuery['me']>;
type Preset = Request['presets'][number];

/** Days until the end of a connection; the most is a year. */
const EXPIRIES = [1, 7, 30, 90, 365];
/** Milliseconds. */
const DAY = 86_400_000;

/** Consent to the request of an app that a browser was sent with. */
export function AuthorizeApp() {
  const { request } = useSearch({ from: '/authorize' });
  return (
    <WithData>
      <Consent code={request} />
    </WithData>
  );
}

/** Consent to the request of a device, whose code a person types. */
export function AuthorizeDevice() {
  const texts = useSettingsTexts();
  const { code } = useSearch({ from: '/device' });
  const [typed, setTyped] = useState('');
  if (typed) {
    return (
      <WithData>
        <Consent code={typed} isDevice onOtherCode={() => setTyped('')} />
      </WithData>
    );
  }
  return (
    <EntryPage title={texts.connectDevice}>
      <p>{texts.connectDeviceHint}</p>
      <Form
        saveLabel={texts.next}
        isNew
        onSave={async (values) => {
          setTyped(textOf(values, 'code'));
          return {};
        }}
      >
        <Field
          label={texts.deviceCode}
          name="code"
          defaultValue={code}
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className={classes.code}
        />
      </Form>
    </EntryPage>
  );
}

/** Gives access to the data of the session. */
function WithData({ children }: { children: ReactNode }) {
  const { session } = useApp();
  const [data, setData] = useState<Data>();
  useEffect(() => {
    const created = createData(session);
    setData(created);
    return created.close;
  }, [session]);
  return data ? <Provider value={data.client}>{children}</Provider> : null;
}

interface ConsentProps {
  code: string;
  isDevice?: boolean;
  onOtherCode?(): void;
}

function Consent({ code, isDevice = false, onOtherCode }: ConsentProps) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const [asked] = useQuery({ query: AppRequestDocument, variables: { code, isDevice }, requestPolicy: 'network-only' });
  const [mine] = useQuery({ query: GrantableProjectsDocument });
  const [decided, setDecided] = useState<string>();
  const request = asked.data?.appRequest;
  const account = mine.data?.me;
  const title = isDevice ? texts.connectDevice : texts.connectApp;

  if (decided !== undefined) {
    return (
      <EntryPage title={decided}>
        <p role="status">{texts.returnToDevice}</p>
      </EntryPage>
    );
  }
  if (request && account) {
    const onDecided = (redirectTo: string | null | undefined, text: string) => {
      if (redirectTo) location.assign(redirectTo);
      else setDecided(text);
    };
    return (
      <EntryPage title={title}>
        <ConsentForm request={request} account={account} isDevice={isDevice} onDecided={onDecided} />
      </EntryPage>
    );
  }
  const error = asked.error ?? mine.error;
  if (!error) return <Pending />;
  const isUnknown = error.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  return (
    <EntryPage title={title}>
      <p role="alert">{isUnknown ? texts.requestEnded : failureText(error, messages)}</p>
      {onOtherCode && <Button onClick={onOtherCode}>{texts.otherCode}</Button>}
    </EntryPage>
  );
}

interface FormProps {
  request: Request;
  account: Account;
  isDevice: boolean;
  onDecided(redirectTo: string | null | undefined, text: string): void;
}

function ConsentForm({ request, account, isDevice, onDecided }: FormProps) {
  const { messages, session } = useApp();
  const texts = useSettingsTexts();
  const user = useSyncExternalStore(session.subscribe, () => session.current()?.user);
  const [, allow] = useMutation(AllowAppRequestDocument);
  const [, deny] = useMutation(DenyAppRequestDocument);
  const [problem, setProblem] = useState('');
  const { code, clientName, redirectHost, presets } = request;
  const name = clientName ?? hostOf(request.clientId);
  const projects = account.memberships.flatMap(({ organization }) =>
    (organization.projects?.nodes ?? []).map((project) => ({ ...project, organization: organization.name })),
  );
  const [hasAll, setHasAll] = useState(false);
  const [preset, setPreset] = useState(defaultOf(presets));

  return (
    <>
      <p className={classes.host}>{isDevice ? code.toUpperCase() : redirectHost}</p>
      <p>{fill(isDevice ? texts.deviceAsks : texts.appAsks, { name, email: user?.email ?? account.email })}</p>
      <p className={classes.warning} role="note">
        {request.isBuiltIn ? texts.builtInApp : fill(texts.appNotVerified, { id: request.clientId })}{' '}
        {isDevice ? texts.deviceWarning : texts.appWarning}
      </p>
      <Form
        isNew
        saveLabel={texts.allow}
        onSave={async (values) => {
          const chosen = presets.find((each) => each.name === preset);
          const expiresAt = new Date(Date.now() + Number(values.get('days')) * DAY).toISOString();
          const projectIds = listOf(values, 'projectIds');
          if (!hasAll && projectIds.length === 0) return { message: texts.chooseProject };
          const result = await allow({
            code,
            isDevice,
            actions: chosen?.actions ?? [],
            expiresAt,
            ...(hasAll ? { allProjects: true } : { projectIds }),
          });
          if (!result.error) onDecided(result.data?.allowAppRequest.redirectTo, texts.appConnected);
          return { error: result.error };
        }}
        onCancel={async () => {
          const result = await deny({ code, isDevice });
          if (result.error) setProblem(failureText(result.error, messages));
          else onDecided(result.data?.denyAppRequest.redirectTo, texts.appDenied);
        }}
        cancelLabel={texts.deny}
      >
        <Alternatives
          legend={texts.appMay}
          name="preset"
          value={preset}
          onChange={(chosen) => setPreset(chosen)}
          options={presets.map((each) => ({ value: each.name, ...wordsOf(each, presets, texts) }))}
        />
        <Alternatives
          legend={messages.projects}
          name="projects"
          value={hasAll ? 'all' : 'listed'}
          onChange={(value) => setHasAll(value === 'all')}
          options={[
            { value: 'listed', label: texts.theseProjects, hint: '' },
            { value: 'all', label: texts.allProjects, hint: texts.allProjectsOfApp },
          ]}
        />
        {!hasAll && (
          <CheckList
            legend={texts.theseProjects}
            name="projectIds"
            options={projects.map(({ id, name: project, organization }) => [id, `${project} · ${organization}`])}
            chosen={projects.length === 1 ? projects.map(({ id }) => id) : []}
          />
        )}
        <SelectField
          label={texts.connectedUntil}
          name="days"
          defaultValue="90"
          options={EXPIRIES.map((days) => [`${days}`, days === 1 ? texts.inOneDay : fill(texts.inDays, { n: days })])}
        />
        <p className={classes.note}>{texts.appRightsHint}</p>
      </Form>
      <FormError>{problem}</FormError>
      <Button kind="quiet" onClick={() => void session.end().then(() => location.reload())}>
        {messages.useOtherAccount}
      </Button>
    </>
  );
}

interface AlternativesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string; hint: string }[];
  onChange(value: Value): void;
}

/** Alternatives with an explanation each, one below the other. */
function Alternatives<Value extends string>({ legend, name, value, options, onChange }: AlternativesProps<Value>) {
  return (
    <fieldset className={classes.alternatives}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.alternative}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            {option.hint && <span className={classes.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The most that a preset of agents has, and never everything at once. */
const defaultOf = (presets: readonly Preset[]): Preset['name'] =>
  (presets.findLast(({ name }) => name !== 'requested') ?? presets[0])?.name ?? 'requested';

/** Words for a choice. Everything lists what the smaller choices lack. */
function wordsOf(preset: Preset, presets: readonly Preset[], texts: SettingsMessages): { label: string; hint: string } {
  const words = {
    read: [texts.presetRead, texts.mayRead],
    comment: [texts.presetComment, texts.mayComment],
    fix: [texts.presetFix, texts.mayFix],
    requested: [texts.everythingAsked, moreThan(preset, presets).join(', ')],
  } as const;
  const [label, hint] = words[preset.name];
  return { label, hint };
}

function moreThan({ actions }: Preset, presets: readonly Preset[]): string[] {
  const smaller = new Set(presets.filter(({ name }) => name !== 'requested').flatMap((each) => each.actions));
  return actions.filter((action) => !smaller.has(action));
}

/** Host of the address that identifies a client, or the registered id. */
const hostOf = (clientId: string): string => URL.parse(clientId)?.host ?? clientId;

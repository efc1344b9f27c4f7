import { Link, useParams } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useStream } from '../data/use-stream.ts';
import { useToast } from '../data/use-toast.ts';
import type { OverlayAudience } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { CheckField } from '../ui/field.tsx';
import { InviteForm } from '../ui/invite-dialog.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { FirstCapture } from './first-capture.tsx';
import { CaptureOfSiteDocument, InstallDocument, ScriptsSeenDocument } from './install.generated.ts';
import classes from './install.module.css';
import { ScriptObstacles } from './script-obstacles.tsx';
import { FRAMEWORKS, type Framework, policyOf, type ScriptChoice, snippetOf } from './snippets.ts';

/** Steps of a new project: its scripts, whether they were seen, and its people. */
export function Install() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const toast = useToast();
  const { organization, can } = useOrganization();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/install' });
  const [audience, setAudience] = useState<OverlayAudience>('everyone');
  const [{ data, error }, read] = useQuery({ query: InstallDocument, variables: { projectId, audience } });
  const [choice, setChoice] = useState<ScriptChoice>('overlay');
  const [keepsConsole, setKeepsConsole] = useState(false);
  const [framework, setFramework] = useState<Framework>('html');
  const { project, embedScript } = data ?? {};
  const scripts = project?.scripts ?? [];
  const [snapshot] = project?.snapshots?.nodes ?? [];
  const [first, second] = project?.environments?.nodes ?? [];
  // A project with several environments has an address that worked: its settings change it.
  const isFirst = first !== undefined && !second && first.id === snapshot?.environment?.id;
  const client = useClient();
  const refetch = () => read({ requestPolicy: 'network-only' });
  useStream({
    key: `scripts ${projectId}`,
    open: () => client.subscription(ScriptsSeenDocument, { projectId }),
    onGap: refetch,
  });
  useStream({
    key: `captures ${projectId}`,
    open: () => client.subscription(CaptureOfSiteDocument, { projectId }),
    onGap: refetch,
  });

  if (!project || !embedScript) return error ? <Failure because={error} /> : <Pending />;
  const snippet = snippetOf(embedScript, choice, framework, { keepsConsole });
  const origins = [...new Set(scripts.map(({ origin }) => origin))];
  const mailWith = (name: string, code: string): string => {
    const body = [fill(texts.mailDeveloperBody, { name }), '', code, '', messages.installPolicy, policyOf(embedScript)];
    const subject = fill(texts.mailDeveloperSubject, { name });
    return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.join('\r\n'))}`;
  };
  const Icon = origins.length > 0 ? CircleCheck : CircleDashed;
  return (
    <div className={classes.screen}>
      <title>{`${messages.installTitle} · ${messages.appName}`}</title>
      <h1 className={classes.title}>{fill(messages.installOf, { name: project.name })}</h1>
      {snapshot && (
        <FirstCapture
          key={snapshot.id}
          snapshot={snapshot}
          projectId={projectId}
          environmentId={isFirst && can('environment.manage') ? first?.id : undefined}
          panelOrigins={project.panelOrigins}
          onCaptured={refetch}
        />
      )}
      <section className={classes.step}>
        <StepHeading number={1}>{messages.installTitle}</StepHeading>
        <p className={classes.hint}>{messages.installHint}</p>
        <Labeled label={texts.whatToAdd}>
          <Choices<ScriptChoice>
            legend={messages.installScripts}
            value={choice}
            options={{ overlay: messages.installOverlay, embed: messages.installEmbed, both: messages.installBoth }}
            onChange={setChoice}
          />
        </Labeled>
        {choice !== 'embed' && (
          <Labeled label={texts.audience} hint={AUDIENCE_HINTS[audience] && texts[AUDIENCE_HINTS[audience]]}>
            <Choices<OverlayAudience>
              legend={texts.audience}
              value={audience}
              options={{ everyone: texts.everyone, parameter: texts.byParameter, members: texts.members }}
              onChange={setAudience}
            />
          </Labeled>
        )}
        <Labeled label={texts.whereToAdd} hint={framework === 'tagManager' && texts.tagManagerHint}>
          <Choices<Framework>
            legend={messages.installFramework}
            value={framework}
            options={FRAMEWORKS}
            onChange={setFramework}
          />
        </Labeled>
        {choice !== 'embed' && (
          <CheckField
            label={texts.keepConsole}
            hint={texts.keepConsoleHint}
            checked={keepsConsole}
            onChange={({ target }) => setKeepsConsole(target.checked)}
          />
        )}
        <pre className={classes.code}>{snippet}</pre>
        <p className={classes.actions}>
          <Button
            kind="primary"
            onClick={() => {
              void navigator.clipboard.writeText(snippet).then(() => toast(messages.copied));
            }}
          >
            {messages.installCopy}
          </Button>
          <a className={buttonClass('plain')} href={mailWith(project.name, snippet)}>
            {texts.mailDeveloper}
          </a>
        </p>
      </section>
      <section className={classes.step}>
        <StepHeading number={2}>{texts.stepSeen}</StepHeading>
        <p role="status" className={classes.seen} data-seen={origins.length > 0}>
          <Icon size={18} aria-hidden="true" />
          {origins.length > 0 ? fill(messages.scriptSeen, { origins: origins.join(', ') }) : messages.scriptNotSeen}
        </p>
        {snapshot?.status === 'completed' && <ScriptObstacles snapshot={snapshot} />}
        <p className={classes.hint}>{messages.installPolicy}</p>
        <pre className={classes.code}>{policyOf(embedScript)}</pre>
      </section>
      {organization && can('member.manage') && (
        <section className={classes.step}>
          <StepHeading number={3}>{texts.inviteStep}</StepHeading>
          <p className={classes.hint}>{texts.inviteStepHint}</p>
          <InviteForm organizationId={organization.id} projectId={projectId} />
        </section>
      )}
      <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('plain', classes.done)}>
        {messages.installDone}
      </Link>
    </div>
  );
}

/** Texts that explain who sees the button. */
const AUDIENCE_HINTS: Record<OverlayAudience, 'audienceMembersHint' | 'audienceParameterHint' | null> = {
  everyone: null,
  parameter: 'audienceParameterHint',
  members: 'audienceMembersHint',
};

function StepHeading({ number, children }: { number: number; children: string }) {
  return (
    <h2 className={classes.heading}>
      <span className={classes.number}>{number}</span>
      {children}
    </h2>
  );
}

/** Choices with a label that is seen, and what the chosen one means. */
function Labeled({ label, hint, children }: { label: string; hint?: string | false | null; children: ReactNode }) {
  return (
    <div className={classes.choices}>
      <p className={classes.label} aria-hidden="true">
        {label}
      </p>
      {children}
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

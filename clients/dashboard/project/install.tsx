import { Link, useParams } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useStream } from '../data/use-stream.ts';
import type { OverlayAudience } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { InviteForm } from '../ui/invite-dialog.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { FirstCapture } from './first-capture.tsx';
import { CaptureOfSiteDocument, InstallDocument, ScriptsSeenDocument } from './install.generated.ts';
import classes from './install.module.css';
import { ScriptObstacles } from './script-obstacles.tsx';
import { type Framework, policyOf, type ScriptChoice, snippetOf } from './snippets.ts';

/** Steps of a new project: its captured page, the scripts, whether they were seen, its people. */
export function Install() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const toast = useToast();
  const { organization, can } = useOrganization();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/install' });
  const [audience, setAudience] = useState<OverlayAudience>('everyone');
  const [{ data, error }, read] = useQuery({ query: InstallDocument, variables: { projectId, audience } });
  const [choice, setChoice] = useState<ScriptChoice>('overlay');
  const [framework, setFramework] = useState<Framework>('html');
  const { project, embedScript } = data ?? {};
  const scripts = project?.scripts ?? [];
  const [snapshot] = project?.snapshots?.nodes ?? [];
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
  const snippet = snippetOf(embedScript, choice, framework);
  const origins = [...new Set(scripts.map(({ origin }) => origin))];
  const Icon = origins.length > 0 ? CircleCheck : CircleDashed;
  return (
    <div className={classes.screen}>
      <title>{`${messages.installTitle} · ${messages.appName}`}</title>
      <h1 className={classes.title}>{fill(messages.installOf, { name: project.name })}</h1>
      {snapshot && <FirstCapture snapshot={snapshot} />}
      <section className={classes.step}>
        <h2 className={classes.heading}>{messages.installTitle}</h2>
        <p className={classes.hint}>{messages.installHint}</p>
        <Choices<ScriptChoice>
          legend={messages.installScripts}
          value={choice}
          options={{ overlay: messages.installOverlay, embed: messages.installEmbed, both: messages.installBoth }}
          onChange={setChoice}
        />
        {choice !== 'embed' && (
          <>
            <p className={classes.hint}>{texts.audience}</p>
            <Choices<OverlayAudience>
              legend={texts.audience}
              value={audience}
              options={{ everyone: texts.everyone, parameter: '?pinbound', members: texts.members }}
              onChange={setAudience}
            />
            {audience === 'members' && <p className={classes.hint}>{texts.audienceMembersHint}</p>}
          </>
        )}
        <Choices<Framework>
          legend={messages.installFramework}
          value={framework}
          options={{ html: 'HTML', vite: 'Vite', next: 'Next.js', wordpress: 'WordPress', tagManager: 'Tag Manager' }}
          onChange={setFramework}
        />
        {framework === 'tagManager' && <p className={classes.hint}>{texts.tagManagerHint}</p>}
        <pre className={classes.code}>{snippet}</pre>
        <Button
          className={classes.copy}
          onClick={() => {
            void navigator.clipboard.writeText(snippet).then(() => toast(messages.copied));
          }}
        >
          {messages.installCopy}
        </Button>
        <p className={classes.hint}>{messages.installPolicy}</p>
        <pre className={classes.code}>{policyOf(embedScript)}</pre>
        {snapshot?.status === 'completed' && <ScriptObstacles snapshot={snapshot} />}
      </section>
      <p role="status" className={classes.seen} data-seen={origins.length > 0}>
        <Icon size={18} aria-hidden="true" />
        {origins.length > 0 ? fill(messages.scriptSeen, { origins: origins.join(', ') }) : messages.scriptNotSeen}
      </p>
      {organization && can('member.manage') && (
        <section className={classes.step}>
          <h2 className={classes.heading}>{texts.inviteStep}</h2>
          <p className={classes.hint}>{texts.inviteStepHint}</p>
          <InviteForm organizationId={organization.id} projectId={projectId} />
        </section>
      )}
      <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary', classes.done)}>
        {messages.installDone}
      </Link>
    </div>
  );
}

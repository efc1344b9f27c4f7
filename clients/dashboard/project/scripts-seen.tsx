import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { buttonClass } from '../ui/button.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { useProjectSettings } from './project-context.ts';
import { ScriptSightingsDocument } from './settings.generated.ts';

/** Origins on which the scripts of the project were loaded. */
export function ScriptsSeen() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { projectId, can } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: ScriptSightingsDocument, variables: { projectId } });
  return (
    <Section
      title={texts.scripts}
      hint={texts.scriptsHint}
      action={
        can('project.create') && (
          <Link to="/projects/$projectId/install" params={{ projectId }} className={buttonClass('plain')}>
            {messages.installTitle}
          </Link>
        )
      }
    >
      <Loaded value={data && (data.project?.scripts ?? [])} error={error}>
        {(scripts) => (
          <Rows empty={texts.noScripts}>
            {scripts.map(({ script, origin, firstSeenAt, lastSeenAt }) => (
              <Row
                key={`${script} ${origin}`}
                title={origin}
                marks={[script === 'overlay' ? messages.installOverlay : messages.installEmbed]}
                meta={
                  <>
                    {texts.firstSeen} <Time at={firstSeenAt} language={language} /> · {texts.lastSeen}{' '}
                    <Time at={lastSeenAt} language={language} />
                  </>
                }
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

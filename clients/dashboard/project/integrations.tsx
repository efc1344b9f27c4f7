import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { IntegrationFieldsFragment, IntegrationProvider } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Dialog } from '../ui/dialogs.tsx';
import { CopyText, Loaded, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { IntegrationSettingsDocument } from './integrations.generated.ts';
import classes from './integrations.module.css';
import { type Connected, NewIntegration } from './new-integration.tsx';
import { useProjectSettings } from './project-context.ts';
import { PROVIDERS, targetOf } from './providers.ts';

/** Channels and trackers that a project is connected to. */
export function Integrations() {
  const texts = useSettingsTexts();
  const { projectId, lockedBecause } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: IntegrationSettingsDocument, variables: { projectId } });
  const [connected, setConnected] = useState<Connected>();
  return (
    <Section
      title={texts.integrations}
      hint={texts.integrationsHint}
      isScreen
      lockedBecause={lockedBecause('integration.manage')}
    >
      {connected?.inboundUrl && connected.inboundSecret && (
        <>
          <CopyText text={connected.inboundUrl} hint={texts.inboundUrlHint} />
          <CopyText text={connected.inboundSecret} hint={texts.inboundSecretOnce} isSecret />
        </>
      )}
      <Loaded value={data?.integrations} error={error}>
        {({ nodes }) => (
          <ul className={classes.gallery}>
            {(Object.keys(PROVIDERS) as IntegrationProvider[]).map((provider) => {
              const { name, initials, color } = PROVIDERS[provider];
              return (
                <li key={provider} className={classes.provider}>
                  <div className={classes.head}>
                    <span className={classes.mark} style={{ background: color }} data-initials={initials} />
                    <h3>{name}</h3>
                    <Dialog
                      label={texts.connect}
                      name={fill(texts.connectTo, { name })}
                      title={fill(texts.connectTo, { name })}
                    >
                      {(close) => (
                        <NewIntegration
                          provider={provider}
                          onCancel={close}
                          onConnected={(created) => {
                            setConnected(created);
                            close();
                          }}
                        />
                      )}
                    </Dialog>
                  </div>
                  <Connections of={nodes.filter((integration) => integration.provider === provider)} />
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** Connections to a provider with their states. */
function Connections({ of }: { of: readonly IntegrationFieldsFragment[] }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const { projectId } = useProjectSettings();
  if (of.length === 0) return <p className={classes.state}>{texts.notConnected}</p>;
  return of.map((integration) => {
    const { id, name, enabled, lastError, lastErrorAt, lastSuccessAt } = integration;
    const isFailing = lastErrorAt !== null && (!lastSuccessAt || lastErrorAt > lastSuccessAt);
    const state = enabled ? (isFailing ? 'failing' : 'connected') : 'disabled';
    return (
      <div key={id}>
        <Link
          to="/projects/$projectId/settings/integrations/$integrationId"
          params={{ projectId, integrationId: id }}
          className={classes.link}
        >
          {name}
        </Link>
        <p className={classes.state} data-state={state}>
          {texts[state]} · {targetOf(integration)}
        </p>
        {isFailing && <p className={classes.state}>{lastError}</p>}
        {lastSuccessAt && (
          <p className={classes.state}>
            {texts.lastSent} <Time at={lastSuccessAt} language={language} />
          </p>
        )}
      </div>
    );
  });
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Dialog } from '../ui/dialogs.tsx';
import { CopyText, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { IntegrationSettingsDocument } from './integrations.generated.ts';
import { type Connected, NewIntegration } from './new-integration.tsx';
import { useProjectSettings } from './project-context.ts';
import { PROVIDERS, targetOf } from './providers.ts';

/** Channels and trackers that a project is connected to. */
export function Integrations() {
  const { language } = useApp();
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
      action={
        <Dialog label={texts.connect} kind="primary" title={texts.connect}>
          {(close) => (
            <NewIntegration
              onCancel={close}
              onConnected={(created) => {
                setConnected(created);
                close();
              }}
            />
          )}
        </Dialog>
      }
    >
      {connected?.inboundUrl && connected.inboundSecret && (
        <>
          <CopyText text={connected.inboundUrl} hint={texts.inboundUrlHint} />
          <CopyText text={connected.inboundSecret} hint={texts.inboundSecretOnce} isSecret />
        </>
      )}
      <Loaded value={data?.integrations} error={error}>
        {({ nodes }) => (
          <Rows empty={texts.noIntegrations}>
            {nodes.map((integration) => {
              const { id, name, provider, enabled, lastError, lastErrorAt, lastSuccessAt } = integration;
              const isFailing = lastErrorAt !== null && (!lastSuccessAt || lastErrorAt > lastSuccessAt);
              return (
                <Row
                  key={id}
                  title={
                    <Link
                      to="/projects/$projectId/settings/integrations/$integrationId"
                      params={{ projectId, integrationId: id }}
                    >
                      {name}
                    </Link>
                  }
                  marks={[PROVIDERS[provider].name, !enabled && texts.disabled, isFailing && texts.failing]}
                  meta={
                    <>
                      {targetOf(integration)}
                      {lastSuccessAt && (
                        <>
                          {' · '}
                          {texts.lastSent} <Time at={lastSuccessAt} language={language} />
                        </>
                      )}
                      {isFailing && ` · ${lastError}`}
                    </>
                  }
                />
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

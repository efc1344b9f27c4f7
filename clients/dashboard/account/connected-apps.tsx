import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { ConnectedAppsDocument, DisconnectAppDocument } from './apps.generated.ts';

/** Apps that act for the user, with their last use. */
export function ConnectedApps() {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: ConnectedAppsDocument });
  const [, disconnect] = useMutation(DisconnectAppDocument);
  return (
    <Section title={texts.connectedApps} hint={texts.connectedAppsHint} isScreen>
      <Loaded value={data?.connectedApps} error={error}>
        {({ nodes }) => (
          <Rows empty={texts.noConnectedApps}>
            {nodes.map((app) => {
              const isExpired = Date.parse(app.expiresAt) <= Date.now();
              const name = fill(texts.disconnectNamed, { name: app.name });
              return (
                <Row
                  key={app.id}
                  title={app.name}
                  marks={[app.revokedAt ? texts.disconnected : isExpired && texts.expired]}
                  meta={
                    <>
                      {app.redirectHost ?? texts.device} ·{' '}
                      {app.allProjects ? texts.allProjects : fill(texts.nProjects, { n: app.projectIds.length })} ·{' '}
                      {texts.expires} <Time at={app.expiresAt} language={language} /> ·{' '}
                      {app.lastUsedAt ? (
                        <>
                          {texts.lastUsed} <Time at={app.lastUsedAt} language={language} />
                          {app.lastUsedClient && ` · ${app.lastUsedClient}`}
                          {app.lastUsedNetwork && ` · ${app.lastUsedNetwork}`}
                        </>
                      ) : (
                        texts.neverUsed
                      )}
                    </>
                  }
                  below={
                    <details>
                      <summary>{texts.rights}</summary>
                      <p>{app.actions.join(', ')}</p>
                      <p>{app.clientId}</p>
                    </details>
                  }
                >
                  {!app.revokedAt && (
                    <ConfirmDialog
                      label={texts.disconnect}
                      name={name}
                      kind="danger"
                      title={name}
                      hint={texts.disconnectHint}
                      action={texts.disconnect}
                      onConfirm={() => disconnect({ id: app.id })}
                    />
                  )}
                </Row>
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

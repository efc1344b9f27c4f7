import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { deviceOf } from '../ui/device.ts';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { EndSessionDocument, SessionsDocument } from './account.generated.ts';

/** Sessions of the user on all devices. */
export function Sessions() {
  const { language, messages, session } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [{ data, error }] = useQuery({ query: SessionsDocument });
  const [, end] = useMutation(EndSessionDocument);
  return (
    <Section
      title={texts.sessions}
      hint={texts.sessionsHint}
      isScreen
      action={
        <ConfirmDialog
          label={texts.endAll}
          kind="danger"
          title={texts.endAll}
          hint={texts.endAllHint}
          onConfirm={async () => {
            for (const { id } of data?.sessions?.nodes ?? []) {
              const result = await end({ id });
              if (result.error) return result;
            }
            await session.end();
            return {};
          }}
        />
      }
    >
      <Loaded value={data?.sessions} error={error}>
        {({ nodes }) => (
          <Rows empty="">
            {nodes.map(({ id, createdAt, lastUsedAt, userAgent, ip }) => {
              const device = deviceOf(userAgent ?? '', messages.browserOn);
              return (
                <Row
                  key={id}
                  title={device || texts.unknownDevice}
                  marks={[userAgent === navigator.userAgent && texts.likeThisBrowser]}
                  meta={
                    <>
                      {texts.lastUsed} <Time at={lastUsedAt} language={language} /> · {texts.since}{' '}
                      <Time at={createdAt} language={language} /> {ip && `· ${ip}`}
                    </>
                  }
                >
                  <Button
                    aria-label={fill(texts.endSessionOf, { name: device })}
                    onClick={() => void end({ id }).then((result) => report(result))}
                  >
                    {texts.endSession}
                  </Button>
                </Row>
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

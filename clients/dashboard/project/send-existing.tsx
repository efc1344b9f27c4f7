import { useEffect } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import type { SendFieldsFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { useReport } from '../ui/report.ts';
import { Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import classes from './import-comments.module.css';
import { CancelSendDocument, SendExistingDocument } from './integrations.generated.ts';

/** Interval at which the progress of a running send is read, milliseconds. */
const POLL_INTERVAL = 2_000;

interface Props {
  integrationId: string;
  sends: readonly SendFieldsFragment[];
  read(): void;
}

/** Sends comments that existed before the project was connected. */
export function SendExisting({ integrationId, sends, read }: Props) {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [, send] = useMutation(SendExistingDocument);
  const [, cancel] = useMutation(CancelSendDocument);
  const isRunning = sends.some(({ status }) => status === 'running');

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(read, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isRunning, read]);

  const statuses = { running: texts.running, completed: texts.completed, canceled: texts.canceled };
  return (
    <Section
      title={texts.sendExisting}
      hint={texts.sendExistingHint}
      action={
        <ConfirmDialog
          label={texts.sendExisting}
          title={texts.sendExisting}
          hint={texts.sendExistingHint}
          disabled={isRunning}
          onConfirm={async () => {
            const result = await send({ integrationId });
            read();
            return result;
          }}
        />
      }
    >
      <Rows empty={texts.noSends}>
        {sends.map(({ id, status, total, sent, failed, pending, createdAt }) => (
          <Row
            key={id}
            title={<Time at={createdAt} language={language} />}
            marks={[statuses[status]]}
            meta={fill(texts.sendProgress, { sent, total, failed, pending })}
            below={
              status === 'running' && (
                <progress
                  className={classes.progress}
                  aria-label={texts.sendExisting}
                  max={total}
                  value={sent + failed}
                />
              )
            }
          >
            {status === 'running' && (
              <Button onClick={() => void cancel({ id }).then((result) => report(result))}>{messages.cancel}</Button>
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

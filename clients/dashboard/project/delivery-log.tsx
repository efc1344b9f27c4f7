import { type ReactNode, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useStream } from '../data/use-stream.ts';
import type { DeliveryFieldsFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import classes from './delivery-log.module.css';
import { DeliveryChangedDocument, RedeliverDocument, WebhookDeliveriesDocument } from './webhooks.generated.ts';

type State = 'any' | 'pending' | 'delivered' | 'exhausted';

/** Deliveries of a webhook, newest first, as they happen. */
export function DeliveryLog({ webhookId, action }: { webhookId: string; action: ReactNode }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const client = useClient();
  const [state, setState] = useState<State>('any');
  const [page, setPage] = useState(1);
  const [{ data, error }, read] = useQuery({
    query: WebhookDeliveriesDocument,
    variables: { id: webhookId, page, ...(state !== 'any' && { state }) },
  });
  const refresh = () => read({ requestPolicy: 'network-only' });
  const known = new Set(data?.webhookDeliveries?.data.map(({ id }) => id));
  useStream({
    key: webhookId,
    open: () => client.subscription(DeliveryChangedDocument, { webhookId }),
    // The cache applies changes of deliveries that are listed.
    onData: ({ webhookDeliveryChanged: { id } }) => {
      if (!known.has(id)) refresh();
    },
    onGap: refresh,
  });
  return (
    <Section title={texts.deliveries} hint={texts.deliveriesHint} action={action}>
      <Choices<State>
        legend={messages.status}
        value={state}
        options={{
          any: messages.everything,
          pending: texts.pending,
          delivered: texts.delivered,
          exhausted: texts.exhausted,
        }}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
      />
      <Loaded value={data?.webhookDeliveries} error={error}>
        {({ data: deliveries, pagination }) => (
          <>
            <Rows empty={texts.noDeliveries}>
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
            </Rows>
            {pagination.totalPages > 1 && (
              <div className={classes.pages}>
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {texts.newer}
                </Button>
                <span>{fill(texts.pageOf, { page, total: pagination.totalPages })}</span>
                <Button disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
                  {texts.older}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Delivery({ delivery }: { delivery: DeliveryFieldsFragment }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [{ fetching }, redeliver] = useMutation(RedeliverDocument);
  const { id, webhookId, type, state, attempts, nextAttemptAt } = delivery;
  return (
    <Row
      title={type}
      marks={[texts[state], delivery.responseStatus?.toString()]}
      meta={
        <>
          <Time at={delivery.createdAt} language={language} /> ·{' '}
          {fill(texts.attemptCount, { n: delivery.attemptCount })}
          {nextAttemptAt && (
            <>
              {' · '}
              {texts.nextAttempt} <Time at={nextAttemptAt} language={language} />
            </>
          )}
          {delivery.error && ` · ${delivery.error}`}
        </>
      }
      below={
        attempts.length > 0 && (
          <details className={classes.attempts}>
            <summary>{texts.attempts}</summary>
            <p className={classes.event}>{delivery.eventId}</p>
            <ol>
              {attempts.map((attempt) => (
                <li key={attempt.number}>
                  <p>
                    {attempt.number}. <Time at={attempt.startedAt} language={language} /> ·{' '}
                    {attempt.responseStatus ?? attempt.error} · {attempt.duration} ms
                  </p>
                  {attempt.responseBody && <pre>{attempt.responseBody}</pre>}
                </li>
              ))}
            </ol>
          </details>
        )
      }
    >
      <Button
        disabled={fetching || state === 'pending'}
        aria-label={fill(texts.redeliverNamed, { name: type })}
        onClick={() => void redeliver({ id: webhookId, deliveryId: id }).then((result) => report(result))}
      >
        {texts.redeliver}
      </Button>
    </Row>
  );
}

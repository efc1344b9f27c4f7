import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { MailRecordsQueryVariables } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Choices } from '../ui/choices.tsx';
import { Field } from '../ui/field.tsx';
import { type More, Pages } from '../ui/pages.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { MailRecordsDocument } from './installation.generated.ts';
import { useSearchText } from './use-search-text.ts';

type Outcome = 'all' | 'failed' | 'accepted';

/** Mails of the last 30 days with their outcome. */
export function Mails() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { text, setText, wanted } = useSearchText();
  const [outcome, setOutcome] = useState<Outcome>('all');
  const filter = { recipient: wanted, failed: outcome === 'all' ? undefined : outcome === 'failed' };
  return (
    <Section title={texts.mailLog} hint={texts.mailLogHint} isScreen>
      <Field
        label={texts.searchRecipient}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Choices<Outcome>
        legend={messages.status}
        value={outcome}
        options={{ all: messages.everything, failed: texts.exhausted, accepted: texts.delivered }}
        onChange={setOutcome}
      />
      <Pages key={JSON.stringify(filter)}>
        {(after, more) => <MailRows filter={{ ...filter, after }} more={more} />}
      </Pages>
    </Section>
  );
}

function MailRows({ filter, more }: { filter: MailRecordsQueryVariables; more: More }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: MailRecordsDocument, variables: filter });
  return (
    <Loaded value={data?.mailRecords} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.noMails}>
            {nodes.map(({ id, recipient, subject, error: reason, createdAt }) => (
              <Row
                key={id}
                title={subject}
                marks={[reason !== null && texts.exhausted]}
                meta={
                  <>
                    {recipient} · <Time at={createdAt} language={language} />
                    {reason && ` · ${reason}`}
                  </>
                }
              />
            ))}
          </Rows>
          {more(pageInfo)}
        </>
      )}
    </Loaded>
  );
}

import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { type More, Pages } from '../ui/pages.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { FailedJobsDocument } from './installation.generated.ts';

/** Captures that failed, and deliveries without further attempts. */
export function FailedJobs() {
  const texts = useSettingsTexts();
  return (
    <Section title={texts.failedJobs} hint={texts.failedJobsHint} isScreen>
      <Pages>{(after, more) => <JobRows after={after} more={more} />}</Pages>
    </Section>
  );
}

function JobRows({ after, more }: { after: string | undefined; more: More }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: FailedJobsDocument, variables: { after } });
  const kinds = { capture: texts.jobCapture, delivery: texts.jobDelivery };
  return (
    <Loaded value={data?.failedJobs} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.noFailedJobs}>
            {nodes.map(({ id, kind, subject, error: reason, createdAt }) => (
              <Row
                key={id}
                title={subject}
                marks={[kinds[kind]]}
                meta={
                  <>
                    <Time at={createdAt} language={language} />
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

import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { buttonClass } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { Card, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { DayChart } from './day-chart.tsx';
import { useProjectSettings } from './project-context.ts';
import { ActivityDocument } from './settings.generated.ts';

/** Milliseconds. */
const DAY = 86_400_000;
const PERIODS = ['7', '30', '90'];

type Kind = 'views' | 'clicks' | 'inputs';

/** Collected events of visitors by day, and the pages with the most. */
export function Activity() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { projectId } = useProjectSettings();
  const [days, setDays] = useState('30');
  const [kind, setKind] = useState<Kind>('views');
  const from = useMemo(() => dayBefore(Number(days) - 1), [days]);
  const [{ data, error }] = useQuery({ query: ActivityDocument, variables: { projectId, from: `${from}T00:00:00Z` } });
  const values = new Map(data?.activity?.map((each) => [each.day.slice(0, 10), each[kind]]));
  const rows = Array.from({ length: Number(days) }, (_, index) => dayBefore(Number(days) - 1 - index)).map(
    (day) => [day, values.get(day) ?? 0] as const,
  );
  return (
    <>
      <Section title={texts.activity} hint={texts.activityHint} isScreen>
        <Card>
          <Choices<Kind>
            legend={texts.event}
            value={kind}
            options={{ views: texts.views, clicks: texts.clicks, inputs: texts.inputs }}
            onChange={setKind}
          />
          <Choices
            legend={texts.period}
            value={days}
            options={Object.fromEntries(PERIODS.map((each) => [each, fill(texts.lastDays, { n: each })]))}
            onChange={setDays}
          />
          <Loaded value={data?.activity} error={error}>
            {() => <DayChart label={texts[kind]} rows={rows} />}
          </Loaded>
        </Card>
      </Section>
      <Section title={texts.busiestPages}>
        <Loaded value={data?.pageActivity} error={error}>
          {(pages) => (
            <Rows
              empty={texts.noActivity}
              emptyAction={
                <Link to="/projects/$projectId/install" params={{ projectId }} className={buttonClass('plain')}>
                  {messages.installTitle}
                </Link>
              }
            >
              {pages.map(({ url, views, clicks, lastSeenAt }) => (
                <Row
                  key={url}
                  title={url}
                  meta={
                    <>
                      {texts.views}: {views.toLocaleString(language)} · {texts.clicks}:{' '}
                      {clicks.toLocaleString(language)} · {texts.lastSeen} <Time at={lastSeenAt} language={language} />
                    </>
                  }
                />
              ))}
            </Rows>
          )}
        </Loaded>
      </Section>
    </>
  );
}

/** The day that many days before today, UTC as the service counts, as `yyyy-mm-dd`. */
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

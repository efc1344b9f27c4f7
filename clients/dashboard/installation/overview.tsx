import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { dayText } from '../ui/day-text.ts';
import { Card, Loaded, Section } from '../ui/settings.tsx';
import { sizeText } from '../ui/size-text.ts';
import { Checks } from './checks.tsx';
import { InstallationOverviewDocument } from './installation.generated.ts';
import classes from './overview.module.css';

/** Versions, counts and storage of the installation. */
export function Overview() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: InstallationOverviewDocument });
  return (
    <>
      <Section title={texts.overview} isScreen>
        <Loaded value={data?.installation} error={error}>
          {(installation) => {
            const number = (value: number) => value.toLocaleString(language);
            const facts = [
              ['Pinbound', installation.version],
              ['Node.js', installation.nodeVersion],
              ['PostgreSQL', installation.postgresVersion],
              [texts.users, number(installation.users)],
              [texts.organizations, number(installation.organizations)],
              [messages.projects, number(installation.projects)],
              [texts.storedImages, sizeText(installation.storedBytes, language)],
              [texts.database, sizeText(installation.databaseBytes, language)],
              [texts.snapshotBrowser, installation.browser ?? '–'],
              [texts.pendingBackfills, installation.pendingBackfills.join(', ') || texts.none],
            ] as const;
            return (
              <Card>
                {installation.isBrowserOutdated && installation.browserReleasedAt && (
                  <p className={classes.warning}>
                    {fill(texts.browserOutdated, {
                      day: dayText(installation.browserReleasedAt.slice(0, 10), language),
                    })}
                  </p>
                )}
                <dl className={classes.facts}>
                  {facts.map(([label, value]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </Card>
            );
          }}
        </Loaded>
      </Section>
      <Checks />
    </>
  );
}

import { useQuery } from 'urql';
import type { InstallationPart } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import classes from './checks.module.css';
import { InstallationChecksDocument } from './installation.generated.ts';

const PARTS: readonly InstallationPart[] = ['mail', 'storage', 'captures', 'backups'];

/** States whether mail, storage and captures work, checked now and again by a button. */
export function Checks() {
  const texts = useSettingsTexts();
  return (
    <Section title={texts.checks} hint={texts.checksHint}>
      <Rows empty="">
        {PARTS.map((part) => (
          <Check key={part} part={part} />
        ))}
      </Rows>
    </Section>
  );
}

function Check({ part }: { part: InstallationPart }) {
  const texts = useSettingsTexts();
  const [{ data, error, fetching }, check] = useQuery({
    query: InstallationChecksDocument,
    variables: { part },
    requestPolicy: 'network-only',
  });
  const name = texts[`part_${part}`];
  return (
    <Row
      title={name}
      marks={[!fetching && data?.installationChecks?.[0] && texts[`check_${data.installationChecks[0].state}`]]}
      meta={
        <div className={classes.result}>
          {fetching ? (
            <span role="status">{texts.checking}</span>
          ) : (
            <Loaded value={data?.installationChecks?.[0]} error={error}>
              {({ message }) => message}
            </Loaded>
          )}
        </div>
      }
    >
      <Button
        disabled={fetching}
        aria-label={fill(texts.testPart, { name })}
        onClick={() => check({ requestPolicy: 'network-only' })}
      >
        {texts.test}
      </Button>
    </Row>
  );
}

import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Field } from '../ui/field.tsx';
import { type More, Pages } from '../ui/pages.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { sizeText } from '../ui/size-text.ts';
import { Time } from '../ui/time.tsx';
import { InstallationOrganizationsDocument } from './installation.generated.ts';
import { useSearchText } from './use-search-text.ts';

/** Organizations of the installation with their size. */
export function Organizations() {
  const texts = useSettingsTexts();
  const { text, setText, wanted } = useSearchText();
  return (
    <Section title={texts.organizations} isScreen>
      <Field
        label={texts.searchOrganizations}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Pages key={wanted}>{(after, more) => <OrganizationRows text={wanted} after={after} more={more} />}</Pages>
    </Section>
  );
}

function OrganizationRows({ text, after, more }: { text: string | undefined; after: string | undefined; more: More }) {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: InstallationOrganizationsDocument, variables: { text, after } });
  return (
    <Loaded value={data?.installationOrganizations} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.nobodyFound}>
            {nodes.map(({ id, name, slug, createdAt, members, projects, storedBytes }) => (
              <Row
                key={id}
                title={name}
                marks={[slug]}
                meta={
                  <>
                    {texts.members}: {members} · {messages.projects}: {projects} · {sizeText(storedBytes, language)} ·{' '}
                    {texts.since} <Time at={createdAt} language={language} />
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

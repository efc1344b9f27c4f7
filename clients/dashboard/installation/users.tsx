import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { Field } from '../ui/field.tsx';
import { type More, Pages } from '../ui/pages.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { EraseUserDocument, ExportUserDocument, InstallationUsersDocument } from './installation.generated.ts';
import { useSearchText } from './use-search-text.ts';

/** Accounts of the installation. */
export function Users() {
  const texts = useSettingsTexts();
  const { text, setText, wanted } = useSearchText();
  return (
    <Section title={texts.users} isScreen>
      <Field label={texts.searchPeople} type="search" value={text} onChange={({ target }) => setText(target.value)} />
      <Pages key={wanted}>{(after, more) => <UserRows text={wanted} after={after} more={more} />}</Pages>
    </Section>
  );
}

function UserRows({ text, after, more }: { text: string | undefined; after: string | undefined; more: More }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [{ data, error }] = useQuery({ query: InstallationUsersDocument, variables: { text, after } });
  const [, exportUser] = useMutation(ExportUserDocument);
  const [, erase] = useMutation(EraseUserDocument);
  return (
    <Loaded value={data?.installationUsers} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.nobodyFound}>
            {nodes.map((user) => (
              <Row
                key={user.id}
                title={user.name}
                marks={[user.administratorSince && texts.administrator, !user.emailVerifiedAt && texts.notVerified]}
                meta={
                  <>
                    {user.email} · {texts.organizations}: {user.organizations} · {texts.since}{' '}
                    <Time at={user.createdAt} language={language} />
                    {user.lastSeenAt && (
                      <>
                        {' · '}
                        {texts.lastSeen} <Time at={user.lastSeenAt} language={language} />
                      </>
                    )}
                  </>
                }
              >
                <Button
                  aria-label={fill(texts.exportNamed, { name: user.name })}
                  onClick={() =>
                    void exportUser({ id: user.id }).then((result) => {
                      report(result);
                      if (result.data) location.assign(result.data.exportUser.url);
                    })
                  }
                >
                  {texts.export}
                </Button>
                <ConfirmDialog
                  label={texts.erase}
                  name={fill(texts.eraseNamed, { name: user.name })}
                  kind="danger"
                  title={fill(texts.eraseNamed, { name: user.name })}
                  hint={texts.eraseUserHint}
                  action={texts.erase}
                  typed={user.email}
                  onConfirm={() => erase({ id: user.id })}
                />
              </Row>
            ))}
          </Rows>
          {more(pageInfo)}
        </>
      )}
    </Loaded>
  );
}

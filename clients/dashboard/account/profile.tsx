import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { logIn } from '../data/session.ts';
import { RequestEmailVerificationDocument } from '../data/viewer.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, optional, textOf } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { AccountDocument, ChangePasswordDocument, UpdateMeDocument } from './account.generated.ts';
import { CurrentPassword } from './current-password.tsx';
import { NewPassword } from './new-password.tsx';
import { ProviderLink } from './provider-link.tsx';

/** Name, address and password of the user. */
export function Profile() {
  const { messages, session, language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [{ data, error }] = useQuery({ query: AccountDocument });
  const [, update] = useMutation(UpdateMeDocument);
  const [, changePassword] = useMutation(ChangePasswordDocument);
  const [, verify] = useMutation(RequestEmailVerificationDocument);
  const [typed, setTyped] = useState<string>();
  return (
    <Loaded value={data?.me} error={error}>
      {(me) => (
        <>
          <Section title={texts.profile} isScreen>
            <Card>
              <Form
                onSave={(values) =>
                  update({
                    name: textOf(values, 'name'),
                    email: textOf(values, 'email'),
                    currentPassword: optional(values, 'currentPassword'),
                  })
                }
              >
                <Field label={messages.name} name="name" defaultValue={me.name} required maxLength={120} />
                <Field
                  label={messages.email}
                  name="email"
                  type="email"
                  defaultValue={me.email}
                  required
                  onChange={({ target }) => setTyped(target.value)}
                />
                {typed !== undefined && typed !== me.email && <CurrentPassword hint={texts.currentPasswordHint} />}
              </Form>
            </Card>
            <Rows empty="">
              {[
                <Row
                  key="verified"
                  title={me.emailVerifiedAt ? texts.verified : texts.notVerified}
                  meta={
                    me.emailVerifiedAt ? <Time at={me.emailVerifiedAt} language={language} /> : texts.notVerifiedHint
                  }
                >
                  {!me.emailVerifiedAt && (
                    <Button onClick={() => void verify({}).then((result) => report(result, messages.verificationSent))}>
                      {messages.sendVerification}
                    </Button>
                  )}
                </Row>,
                data?.loginOptions?.oidc && (
                  <ProviderLink key="oidc" name={data.loginOptions.oidc.name} linkedAt={me.oidcLinkedAt ?? null} />
                ),
              ].filter((row) => row !== null && row !== undefined)}
            </Rows>
          </Section>
          <Section title={messages.password} hint={texts.passwordHint}>
            <Card>
              <Form
                isNew
                saveLabel={texts.changePassword}
                onSave={async (values) => {
                  const newPassword = String(values.get('newPassword'));
                  const currentPassword = String(values.get('currentPassword'));
                  const result = await changePassword({ currentPassword, newPassword });
                  // The change ended all sessions, this one too.
                  if (result.data) await logIn(session, me.email, newPassword);
                  report({}, result.data ? texts.passwordChanged : undefined);
                  return result;
                }}
              >
                <CurrentPassword />
                <NewPassword label={messages.newPassword} name="newPassword" />
              </Form>
            </Card>
          </Section>
        </>
      )}
    </Loaded>
  );
}

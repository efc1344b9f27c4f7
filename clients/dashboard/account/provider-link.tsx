import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { post, SessionError } from '../data/session.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { FormDialog } from '../ui/dialogs.tsx';
import { useReport } from '../ui/report.ts';
import { Row } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { UnlinkOidcDocument } from './account.generated.ts';
import { CurrentPassword } from './current-password.tsx';

interface Props {
  /** Name of the OpenID provider. */
  name: string;
  linkedAt: string | null;
}

/** Link of the account with the OpenID provider; the password confirms each change of it. */
export function ProviderLink({ name, linkedAt }: Props) {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const [, unlink] = useMutation(UnlinkOidcDocument);
  const password = <CurrentPassword autoFocus />;
  return (
    <Row
      title={name}
      marks={[linkedAt ? texts.linked : texts.notLinked]}
      meta={linkedAt ? <Time at={linkedAt} language={language} /> : fill(texts.notLinkedHint, { name })}
    >
      {linkedAt ? (
        <FormDialog
          label={fill(texts.unlinkFrom, { name })}
          title={fill(texts.unlinkFrom, { name })}
          saveLabel={texts.unlink}
          onSave={async (values) => {
            const result = await unlink({ currentPassword: String(values.get('currentPassword')) });
            if (result.data) report({}, texts.notLinked);
            return result;
          }}
        >
          <p>{texts.unlinkHint}</p>
          {password}
        </FormDialog>
      ) : (
        <FormDialog
          label={fill(texts.linkWith, { name })}
          title={fill(texts.linkWith, { name })}
          saveLabel={fill(texts.continueAt, { name })}
          onSave={async (values) => {
            try {
              const { url } = await post<{ url: string }>('/auth/session/link-oidc', {
                currentPassword: String(values.get('currentPassword')),
              });
              location.assign(url);
              return {};
            } catch (error) {
              if (!(error instanceof SessionError)) throw error;
              return { message: error.message || messages.noResponse, fields: error.fields };
            }
          }}
        >
          <p>{fill(texts.linkHint, { name })}</p>
          {password}
        </FormDialog>
      )}
    </Row>
  );
}

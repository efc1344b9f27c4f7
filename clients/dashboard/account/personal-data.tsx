import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { useShell } from '../data/shell-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Row, Rows, Section } from '../ui/settings.tsx';
import { DeleteAccountDocument, ExportMyDataDocument } from './account.generated.ts';
import { CurrentPassword } from './current-password.tsx';

/** Export and erasure of what is stored about the user. */
export function PersonalData() {
  const { session } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const { viewer } = useShell();
  const [{ fetching }, exportData] = useMutation(ExportMyDataDocument);
  const [, erase] = useMutation(DeleteAccountDocument);
  return (
    <>
      <Section title={texts.personalData} isScreen>
        <Rows empty="">
          {[
            <Row key="export" title={texts.exportData} meta={texts.exportMineHint}>
              <Button
                disabled={fetching}
                onClick={() =>
                  void exportData({}).then((result) => {
                    report(result);
                    if (result.data) location.assign(result.data.exportMyData.url);
                  })
                }
              >
                {texts.exportData}
              </Button>
            </Row>,
          ]}
        </Rows>
      </Section>
      <Section title={texts.deleteAccount} hint={texts.deleteAccountHint} isDanger>
        <Card>
          <Form
            isNew
            isDanger
            saveLabel={texts.deleteAccount}
            onSave={async (values) => {
              if (textOf(values, 'address') !== viewer.email) return { message: texts.addressesDiffer };
              const result = await erase({ currentPassword: String(values.get('currentPassword')) });
              if (!result.error) await session.end();
              return result;
            }}
          >
            <Field
              label={fill(texts.typeToConfirm, { text: viewer.email })}
              name="address"
              required
              autoComplete="off"
            />
            <CurrentPassword />
          </Form>
        </Card>
      </Section>
    </>
  );
}

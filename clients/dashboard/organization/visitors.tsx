import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Field } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Section } from '../ui/settings.tsx';
import { EraseVisitorDocument, ExportVisitorDocument } from './organization.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

/** Export and erasure of what a visitor wrote. */
export function Visitors() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { organizationId, lockedBecause } = useOrganizationSettings();
  const locked = lockedBecause('personalData.manage');
  const [, exportVisitor] = useMutation(ExportVisitorDocument);
  const [, erase] = useMutation(EraseVisitorDocument);
  const [erased, setErased] = useState<{ annotations: number; comments: number }>();
  const email = <Field label={messages.email} name="email" type="email" required autoComplete="off" />;
  return (
    <>
      <Section title={texts.visitorData} hint={texts.visitorDataHint} isScreen lockedBecause={locked}>
        <Card>
          <Form
            isNew
            saveLabel={texts.exportData}
            onSave={async (values) => {
              const result = await exportVisitor({ organizationId, email: textOf(values, 'email') });
              if (result.data) location.assign(result.data.exportVisitor.url);
              return result;
            }}
          >
            {email}
          </Form>
        </Card>
      </Section>
      <Section title={texts.eraseVisitor} hint={texts.eraseVisitorHint} isDanger lockedBecause={locked}>
        <Card>
          <Form
            isNew
            isDanger
            saveLabel={texts.erase}
            onSave={async (values) => {
              const address = textOf(values, 'email');
              if (textOf(values, 'again') !== address) return { message: texts.addressesDiffer };
              const result = await erase({ organizationId, email: address });
              setErased(result.data?.eraseVisitor);
              return result;
            }}
          >
            {email}
            <Field label={texts.emailAgain} name="again" type="email" required autoComplete="off" />
          </Form>
          {erased && <p role="status">{fill(texts.erasedCount, erased)}</p>}
        </Card>
      </Section>
    </>
  );
}

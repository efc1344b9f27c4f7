import { useState } from 'react';
import type { CombinedError } from 'urql';
import { useApp } from '../app-context.ts';
import { roleName } from '../data/roles.ts';
import type { AccessTokenPreset, TokenFieldsFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog, FormDialog } from './dialogs.tsx';
import { Field, SelectField } from './field.tsx';
import { type Outcome, textOf } from './form.tsx';
import { CopyText, Loaded, Row, Rows, Section } from './settings.tsx';
import { Time } from './time.tsx';

const PRESETS = ['read', 'comment', 'fix', 'ci'] as const satisfies readonly AccessTokenPreset[];
/** Days until the expiry of a new token; the most is a year. */
const EXPIRIES = [7, 30, 90, 365];
/** Milliseconds. */
const DAY = 86_400_000;

export interface NewToken {
  name: string;
  preset: AccessTokenPreset;
  expiresAt: string;
}

interface Props {
  title: string;
  hint: string;
  tokens: readonly TokenFieldsFragment[] | undefined;
  error: CombinedError | undefined;
  lockedBecause?: string | undefined;
  /**
   * Creates a token.
   *
   * @returns the token itself, which is shown once
   */
  create(values: NewToken, form: FormData): Promise<Outcome & { token?: string | null | undefined }>;
  revoke(id: string): Promise<Outcome>;
  /** Further fields of a new token, which may choose its rights. */
  fields?: (choose: (preset: AccessTokenPreset) => void) => React.ReactNode;
}

/** Access tokens with their last use. */
export function TokenList({ title, hint, tokens, error, lockedBecause, create, revoke, fields }: Props) {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const [created, setCreated] = useState<string>();
  return (
    <Section
      title={title}
      hint={hint}
      isScreen
      lockedBecause={lockedBecause}
      action={
        <FormDialog
          label={texts.newToken}
          kind="primary"
          title={texts.newToken}
          saveLabel={messages.create}
          onSave={async (values) => {
            const expiresAt = new Date(Date.now() + Number(values.get('days')) * DAY).toISOString();
            const preset = textOf(values, 'preset') as AccessTokenPreset;
            const result = await create({ name: textOf(values, 'name'), preset, expiresAt }, values);
            setCreated(result.token ?? undefined);
            return result;
          }}
        >
          <NewTokenFields fields={fields} />
        </FormDialog>
      }
    >
      {created && <CopyText text={created} hint={texts.tokenOnce} isSecret />}
      <Loaded value={tokens} error={error}>
        {(all) => (
          <Rows empty={texts.noTokens}>
            {all.map((token) => {
              const isExpired = Date.parse(token.expiresAt) <= Date.now();
              return (
                <Row
                  key={token.id}
                  title={token.name}
                  marks={[
                    token.role && roleName(token.role, messages),
                    token.revokedAt ? texts.revoked : isExpired && texts.expired,
                  ]}
                  meta={
                    <>
                      <code>{token.pipeline ? describePipeline(token.pipeline) : `${token.prefix}…`}</code> ·{' '}
                      {texts.expires} <Time at={token.expiresAt} language={language} /> ·{' '}
                      {token.lastUsedAt ? (
                        <>
                          {texts.lastUsed} <Time at={token.lastUsedAt} language={language} />
                          {token.lastUsedClient && ` · ${token.lastUsedClient}`}
                          {token.lastUsedNetwork && ` · ${token.lastUsedNetwork}`}
                        </>
                      ) : (
                        texts.neverUsed
                      )}
                    </>
                  }
                >
                  {!token.revokedAt && (
                    <ConfirmDialog
                      label={texts.revoke}
                      name={fill(texts.revokeNamed, { name: token.name })}
                      kind="danger"
                      title={fill(texts.revokeNamed, { name: token.name })}
                      hint={texts.revokeTokenHint}
                      action={texts.revoke}
                      onConfirm={() => revoke(token.id)}
                    />
                  )}
                </Row>
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

/** Fields of a new token, as long as its dialog is open. */
function NewTokenFields({ fields }: Pick<Props, 'fields'>) {
  const texts = useSettingsTexts();
  const [preset, setPreset] = useState<AccessTokenPreset>('read');
  const presets: Record<AccessTokenPreset, string> = {
    read: texts.presetRead,
    comment: texts.presetComment,
    fix: texts.presetFix,
    ci: texts.presetCi,
  };
  return (
    <>
      <Field label={texts.name} name="name" hint={texts.tokenNameHint} required maxLength={120} autoFocus />
      <SelectField
        label={texts.rights}
        name="preset"
        value={preset}
        onChange={({ target }) => setPreset(target.value as AccessTokenPreset)}
        options={PRESETS.map((each) => [each, presets[each]])}
      />
      {fields?.(setPreset)}
      <SelectField
        label={texts.expiry}
        name="days"
        defaultValue="90"
        options={EXPIRIES.map((days) => [`${days}`, fill(texts.inDays, { n: days })])}
      />
    </>
  );
}

const describePipeline = ({ repository, refs }: { repository: string; refs: readonly string[] }): string =>
  `${repository} @ ${refs.join(', ')}`;

import { useMutation, useQuery } from 'urql';
import {
  CreatePersonalTokenDocument,
  PersonalTokensDocument,
  RevokePersonalTokenDocument,
} from '../data/tokens.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { TokenList } from '../ui/token-list.tsx';

/** Credentials for programs that act as the user. */
export function PersonalTokens() {
  const texts = useSettingsTexts();
  const [{ data, error }] = useQuery({ query: PersonalTokensDocument });
  const [, create] = useMutation(CreatePersonalTokenDocument);
  const [, revoke] = useMutation(RevokePersonalTokenDocument);
  return (
    <TokenList
      title={texts.accessTokens}
      hint={texts.personalTokensHint}
      tokens={data?.personalTokens?.nodes}
      error={error}
      create={async (values) => {
        const result = await create({ ...values });
        return { error: result.error, token: result.data?.createPersonalToken.token };
      }}
      revoke={(id) => revoke({ id })}
    />
  );
}

import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import {
  CreateProjectTokenDocument,
  ProjectTokensDocument,
  RevokeProjectTokenDocument,
} from '../data/tokens.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { SelectField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { TokenList } from '../ui/token-list.tsx';
import { useProjectSettings } from './project-context.ts';

/** Service accounts that have this project. */
export function ProjectTokens() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { projectId, organizationId, lockedBecause } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: ProjectTokensDocument, variables: { organizationId } });
  const [, create] = useMutation(CreateProjectTokenDocument);
  const [, revoke] = useMutation(RevokeProjectTokenDocument);
  return (
    <TokenList
      title={texts.accessTokens}
      hint={texts.projectTokensHint}
      tokens={data?.projectTokens?.nodes.filter(
        ({ allProjects, projectIds }) => allProjects || projectIds.includes(projectId),
      )}
      error={error}
      lockedBecause={lockedBecause('token.manage')}
      create={async (values, form) => {
        const role = textOf(form, 'role') as 'editor' | 'viewer';
        const result = await create({ organizationId, projectIds: [projectId], role, ...values });
        return { error: result.error, token: result.data?.createProjectToken.token };
      }}
      revoke={(id) => revoke({ id })}
      fields={
        <SelectField
          label={texts.role}
          name="role"
          hint={texts.tokenRoleHint}
          options={[
            ['editor', messages.roleEditor],
            ['viewer', messages.roleViewer],
          ]}
        />
      }
    />
  );
}

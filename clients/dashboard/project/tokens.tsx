import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import {
  CreateProjectTokenDocument,
  ProjectTokensDocument,
  RevokeProjectTokenDocument,
} from '../data/tokens.generated.ts';
import type { PipelineInput, PipelineProvider } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { CheckField, Field, SelectField, TextArea } from '../ui/field.tsx';
import { linesOf, optional, textOf } from '../ui/form.tsx';
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
        const pipeline = readPipeline(form);
        const result = await create({ organizationId, projectIds: [projectId], role, pipeline, ...values });
        return { error: result.error, token: result.data?.createProjectToken.token };
      }}
      revoke={(id) => revoke({ id })}
      fields={(choose) => (
        <>
          <SelectField
            label={texts.role}
            name="role"
            hint={texts.tokenRoleHint}
            options={[
              ['editor', messages.roleEditor],
              ['viewer', messages.roleViewer],
            ]}
          />
          <PipelineFields onChosen={() => choose('ci')} />
        </>
      )}
    />
  );
}

/** Choice between a token to copy and pipelines that identify themselves. */
function PipelineFields({ onChosen }: { onChosen: () => void }) {
  const texts = useSettingsTexts();
  const [provider, setProvider] = useState('');
  return (
    <>
      <SelectField
        label={texts.tokenUse}
        name="provider"
        value={provider}
        onChange={({ target }) => {
          setProvider(target.value);
          // A person may choose other rights afterwards.
          if (target.value !== '') onChosen();
        }}
        options={[
          ['', texts.tokenUseProgram],
          ['github', texts.tokenUseGithub],
          ['gitlab', texts.tokenUseGitlab],
        ]}
      />
      {provider !== '' && (
        <>
          <Field
            label={texts.pipelineRepository}
            name="pipeline.repository"
            hint={texts.pipelineRepositoryHint}
            required
            maxLength={300}
          />
          <TextArea
            label={texts.pipelineRefs}
            name="pipeline.refs"
            hint={texts.pipelineRefsHint}
            required
            defaultValue="main"
          />
          <CheckField
            label={texts.pipelinePullRequests}
            name="pipeline.pullRequests"
            value="yes"
            hint={texts.pipelinePullRequestsHint}
          />
          <Field label={texts.pipelineIssuer} name="pipeline.issuer" type="url" hint={texts.pipelineIssuerHint} />
        </>
      )}
    </>
  );
}

/** Returns the pipeline of the form; null for a token to copy. */
function readPipeline(form: FormData): PipelineInput | null {
  const provider = textOf(form, 'provider');
  if (provider === '') return null;
  return {
    provider: provider as PipelineProvider,
    repository: textOf(form, 'pipeline.repository'),
    refs: linesOf(form, 'pipeline.refs'),
    pullRequests: form.has('pipeline.pullRequests'),
    issuer: optional(form, 'pipeline.issuer') ?? null,
  };
}

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { CreateProjectDocument } from '../data/viewer.generated.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError } from '../ui/field.tsx';
import { CaptureFirstPageDocument, CreateFirstEnvironmentDocument } from './install.generated.ts';
import classes from './new-project.module.css';

/** Form that creates a project of the current organization and captures its page. */
export function NewProject() {
  const { messages } = useApp();
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const [project, create] = useMutation(CreateProjectDocument);
  const [environment, createEnvironment] = useMutation(CreateFirstEnvironmentDocument);
  const [snapshot, capture] = useMutation(CaptureFirstPageDocument);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const error = project.error ?? environment.error ?? snapshot.error;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!organization) return;
    // A second attempt continues with the project of the first one.
    const existing = project.data?.createProject.id;
    const projectId = existing ?? (await create({ organizationId: organization.id, name })).data?.createProject.id;
    if (!projectId) return;
    if (address) {
      const url = addressOf(address);
      const base = URL.canParse(url) ? `${new URL(url).origin}/` : url;
      const isKnown = environment.data?.createEnvironment !== undefined;
      const named = { projectId, name: messages.production, url: base };
      if (!isKnown && (await createEnvironment(named)).error) return;
      if ((await capture({ projectId, url })).error) return;
    }
    await navigate({ to: '/projects/$projectId/install', params: { projectId } });
  }

  const isBusy = project.fetching || environment.fetching || snapshot.fetching;
  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{`${messages.newProject} · ${messages.appName}`}</title>
      <h1 className={classes.title}>{messages.newProject}</h1>
      <p className={classes.hint}>{messages.noProjectsHint}</p>
      <Field
        label={messages.projectName}
        value={name}
        onChange={({ target }) => setName(target.value)}
        required
        maxLength={120}
        autoFocus
      />
      <Field
        label={messages.siteAddress}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        inputMode="url"
        placeholder="https://"
        maxLength={2_048}
        hint={messages.siteAddressHint}
      />
      <FormError>{error && failureText(error, messages)}</FormError>
      <Button kind="primary" type="submit" disabled={isBusy}>
        {messages.create}
      </Button>
    </form>
  );
}

/** Address with a scheme, as people paste it with and without. */
const addressOf = (typed: string): string => {
  const trimmed = typed.trim();
  return /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { CreateProjectDocument } from '../data/viewer.generated.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError } from '../ui/field.tsx';
import classes from './new-project.module.css';

/** Form that creates a project of the current organization. */
export function NewProject() {
  const { messages } = useApp();
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const [{ fetching, error }, create] = useMutation(CreateProjectDocument);
  const [name, setName] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!organization) return;
    const { data } = await create({ organizationId: organization.id, name, slug: slugOf(name) });
    if (data) await navigate({ to: '/projects/$projectId', params: { projectId: data.createProject.id } });
  }

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
      <FormError>{error && failureText(error, messages)}</FormError>
      <Button kind="primary" type="submit" disabled={fetching}>
        {messages.create}
      </Button>
    </form>
  );
}

/** Slug from a name: letters, digits and hyphens, with a random end, so that it is free. */
function slugOf(name: string): string {
  const base = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  const random = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';
  return `${base || 'project'}-${random}`;
}

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type CombinedError, useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText, problemsOf } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { CreateProjectDocument, ProjectsDocument } from '../data/viewer.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, FieldErrors, FormError } from '../ui/field.tsx';
import {
  CaptureFirstPageDocument,
  CreateFirstEnvironmentDocument,
  NameTeamDocument,
  PermitPanelDocument,
  WithdrawProjectDocument,
} from './install.generated.ts';
import classes from './new-project.module.css';
import { addressOf, isSiteAddress, siteOf } from './site-address.ts';

/**
 * Form that names the team of a first project, creates the project of the current organization and
 * captures its page. An address that the service rejects leaves no project behind.
 */
export function NewProject() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { organization, can } = useOrganization();
  const navigate = useNavigate();
  const [, nameTeam] = useMutation(NameTeamDocument);
  const [, create] = useMutation(CreateProjectDocument);
  const [, createEnvironment] = useMutation(CreateFirstEnvironmentDocument);
  const [, permitPanel] = useMutation(PermitPanelDocument);
  const [, capture] = useMutation(CaptureFirstPageDocument);
  const [, withdraw] = useMutation(WithdrawProjectDocument);
  const [team, setTeam] = useState<string>();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [addressError, setAddressError] = useState('');
  const addressField = useRef<HTMLDivElement>(null);
  const [{ data }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization,
  });
  const asksTeam = can('organization.change') && data?.projects?.nodes.length === 0;

  function rejectAddress(reason: string): void {
    setAddressError(reason);
    addressField.current?.querySelector('input')?.focus();
  }

  /** Gives the project its site; the reason if the service rejects the address. */
  async function addSite(projectId: string): Promise<CombinedError | undefined> {
    const base = siteOf(address);
    const environment = await createEnvironment({ projectId, name: messages.production, url: base });
    if (environment.error) return environment.error;
    const snapshot = await capture({ projectId, url: addressOf(address) });
    if (snapshot.error) return snapshot.error;
    return (await permitPanel({ projectId, origins: [new URL(base).origin] })).error;
  }

  async function save(organizationId: string): Promise<void> {
    const teamName = team?.trim();
    if (asksTeam && teamName && teamName !== organization?.name) {
      const named = await nameTeam({ id: organizationId, name: teamName });
      if (named.error) return setError(failureText(named.error, messages));
    }
    const created = await create({ organizationId, name });
    const projectId = created.data?.createProject.id;
    if (!projectId) return setError(created.error ? failureText(created.error, messages) : messages.noResponse);
    const rejected = address ? await addSite(projectId) : undefined;
    if (rejected) {
      await withdraw({ projectId });
      const [problem] = problemsOf(rejected).filter(({ path }) => path === 'url' || path === 'panelOrigins');
      return problem
        ? rejectAddress(`${texts.addressProblem} ${problem.message}`)
        : setError(failureText(rejected, messages));
    }
    await navigate({ to: '/projects/$projectId/install', params: { projectId } });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!organization || isBusy) return;
    setError('');
    setAddressError('');
    if (address && !isSiteAddress(address)) return rejectAddress(texts.addressExample);
    setBusy(true);
    await save(organization.id);
    setBusy(false);
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{`${messages.newProject} · ${messages.appName}`}</title>
      <h1 className={classes.title}>{messages.newProject}</h1>
      <p className={classes.hint}>{messages.noProjectsHint}</p>
      {asksTeam && (
        <Field
          label={texts.teamName}
          value={team ?? organization?.name ?? ''}
          onChange={({ target }) => setTeam(target.value)}
          hint={texts.teamNameHint}
          required
          maxLength={120}
        />
      )}
      <Field
        label={messages.projectName}
        value={name}
        onChange={({ target }) => setName(target.value)}
        required
        maxLength={120}
        autoFocus
      />
      <div ref={addressField}>
        <FieldErrors value={{ address: addressError }}>
          <Field
            label={messages.siteAddress}
            name="address"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            inputMode="url"
            placeholder="https://"
            maxLength={2_048}
            hint={messages.siteAddressHint}
          />
        </FieldErrors>
      </div>
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" disabled={isBusy}>
        {messages.create}
      </Button>
    </form>
  );
}

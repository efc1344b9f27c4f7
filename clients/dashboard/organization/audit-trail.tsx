import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { AuditSearch } from '../data/audit-search.ts';
import { MemberSettingsDocument } from '../data/members.generated.ts';
import type { AuditTrailQuery } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { type More, Pages } from '../ui/pages.tsx';
import { Card, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import classes from './audit-trail.module.css';
import { AuditTrailDocument } from './organization.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

type Entry = NonNullable<AuditTrailQuery['auditTrail']>['nodes'][number];
const FROM = '/shell/organizations/$organizationId/settings/audit';

/** Changes of settings and access, newest first. */
export function AuditTrail() {
  const texts = useSettingsTexts();
  const { organizationId, lockedBecause } = useOrganizationSettings();
  const navigate = useNavigate();
  const search = useSearch({ from: FROM });
  const [{ data }] = useQuery({ query: MemberSettingsDocument, variables: { organizationId } });
  const set = (change: AuditSearch) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...change }), replace: true });
  const clear = () => void navigate({ to: '.', search: {}, replace: true });
  return (
    <Section title={texts.auditTrail} hint={texts.auditHint} isScreen lockedBecause={lockedBecause('audit.read')}>
      <Card>
        <div className={classes.filters}>
          <SelectField
            label={texts.action}
            value={search.action ?? ''}
            onChange={({ target }) => set({ action: target.value || undefined } as AuditSearch)}
            options={[['', texts.any], ...AUDIT_ACTIONS.map((action) => [action, texts[`audit_${action}`]] as const)]}
          />
          <SelectField
            label={texts.person}
            value={search.actor ?? ''}
            onChange={({ target }) => set({ actor: target.value || undefined } as AuditSearch)}
            options={[
              ['', texts.any],
              ...(data?.members?.nodes ?? []).map(({ userId, name }) => [userId, name] as const),
            ]}
          />
          <Field
            label={texts.from}
            type="date"
            value={search.from ?? ''}
            onChange={({ target }) => set({ from: target.value || undefined } as AuditSearch)}
          />
          <Field
            label={texts.until}
            type="date"
            value={search.to ?? ''}
            onChange={({ target }) => set({ to: target.value || undefined } as AuditSearch)}
          />
        </div>
      </Card>
      <Pages key={JSON.stringify(search)}>
        {(after, more) => <Entries search={search} after={after} more={more} onClear={clear} />}
      </Pages>
    </Section>
  );
}

interface EntriesProps {
  search: AuditSearch;
  after: string | undefined;
  more: More;
  /** Removes the filters. */
  onClear(): void;
}

function Entries({ search, after, more, onClear }: EntriesProps) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { organizationId } = useOrganizationSettings();
  const [{ data, error }] = useQuery({
    query: AuditTrailDocument,
    variables: {
      organizationId,
      after,
      actorId: search.actor,
      action: AUDIT_ACTIONS.find((known) => known === search.action),
      from: search.from && `${search.from}T00:00:00Z`,
      to: search.to && `${search.to}T23:59:59.999Z`,
    },
  });
  return (
    <Loaded value={data?.auditTrail} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.noEntries} emptyAction={<Button onClick={onClear}>{messages.clearFilters}</Button>}>
            {nodes.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </Rows>
          {more(pageInfo)}
        </>
      )}
    </Loaded>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { action, targetName, actor, via, ip, createdAt, changes } = entry;
  const changed = Object.entries(changes);
  return (
    <Row
      title={`${texts[`audit_${action}`]}: ${targetName}`}
      marks={[via && texts.byToken]}
      meta={
        <>
          {actor?.name ?? messages.someone} · <Time at={createdAt} language={language} /> · {ip}
        </>
      }
      below={
        changed.length > 0 && (
          <dl className={classes.changes}>
            {changed.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{changeText(value)}</dd>
              </div>
            ))}
          </dl>
        )
      }
    />
  );
}

function changeText(value: unknown): string {
  const text = (each: unknown) =>
    each === null || each === undefined ? '–' : typeof each === 'string' ? each : JSON.stringify(each);
  if (typeof value !== 'object' || value === null || !('before' in value || 'after' in value)) return text(value);
  const { before, after } = value as { before?: unknown; after?: unknown };
  return `${text(before)} → ${text(after)}`;
}

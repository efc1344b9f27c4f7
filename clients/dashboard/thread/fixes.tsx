import { ShieldCheck } from 'lucide-react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import type { ElementHistoryQuery, GuardFieldsFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import fixState from '../ui/fix-state.module.css';
import { guardKey } from '../ui/guard-text.ts';
import { RetireGuard } from '../ui/retire-guard.tsx';
import { Time } from '../ui/time.tsx';
import history from './element-history.module.css';
import classes from './fixes.module.css';

type Fix = NonNullable<ElementHistoryQuery['annotation']>['fixes'][number];

interface Props {
  projectId: string;
  number: number;
  fixes: readonly Fix[];
  guards: readonly GuardFieldsFragment[];
}

/** State of the element by environment and width, and the guards of its accepted look. */
export function Fixes({ projectId, number, fixes, guards }: Props) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const places = (data?.environments?.nodes ?? []).filter(({ id }) => fixes.some((fix) => fix.environmentId === id));
  const widths = [...new Set(fixes.map(({ viewport }) => viewport.width))].sort((a, b) => b - a);
  const nameOf = (environmentId: string) => places.find(({ id }) => id === environmentId)?.name ?? '…';
  return (
    <>
      {places.length > 0 && (
        <div className={history.section}>
          <h3>{texts.where}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by key where it is wider than the screen */}
          <section className={classes.scroller} tabIndex={0} aria-label={texts.where}>
            <table className={classes.matrix}>
              <thead>
                <tr>
                  <th scope="col">{messages.environment}</th>
                  {widths.map((width) => (
                    <th key={width} scope="col">
                      {width} px
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {places.map(({ id, name }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    {widths.map((width) => {
                      const isHere = (own: Pick<Fix, 'environmentId' | 'viewport'>) =>
                        own.environmentId === id && own.viewport.width === width;
                      const fix = fixes.find(isHere);
                      // The accepted look is shown, and its comment is open again.
                      const isPaused = fix?.state === 'accepted' && guards.some((own) => own.isPaused && isHere(own));
                      return (
                        <td key={width}>
                          {fix ? (
                            <span
                              className={`${fixState.fix} ${classes.state}`}
                              data-fix={isPaused ? 'changed' : fix.state}
                            >
                              {isPaused ? messages.fix_paused : messages[`fix_${fix.state}`]}{' '}
                              <Time at={fix.since} language={language} />
                            </span>
                          ) : (
                            '–'
                          )}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
      {guards.length > 0 && (
        <section className={history.section} aria-label={texts.guards}>
          <h3>{texts.guards}</h3>
          <ul className={classes.guards}>
            {guards.map(({ id, environmentId, viewport, checkedAt, reason, ...guard }) => {
              const place = `${nameOf(environmentId)} · ${viewport.width} px`;
              return (
                <li key={id}>
                  <ShieldCheck size={14} aria-hidden="true" />
                  <span className={classes.guard}>
                    {place}
                    <span className={classes.facts}>
                      <span data-guard={guard.isPaused ? 'paused' : guard.state}>{texts[guardKey(guard)]}</span> ·{' '}
                      {texts.guardChecked} <Time at={checkedAt} language={language} />
                      {reason && ` · ${fill(texts.retiredBecause, { text: reason })}`}
                    </span>
                  </span>
                  {guard.state === 'active' && can('guard.retire') && (
                    <RetireGuard id={id} number={number} place={place} />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

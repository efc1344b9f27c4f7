import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Card, Loaded, Section } from '../ui/settings.tsx';
import { BillingUsageDocument } from './billing.generated.ts';
import classes from './billing.module.css';
import { Subscription } from './subscription.tsx';
import { useOrganizationSettings } from './use-organization-settings.ts';

/** Usage against the limits of the plan; for owners the plan and the invoices. */
export function Billing() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { organizationId, can, lockedBecause } = useOrganizationSettings();
  const [{ data, error }] = useQuery({ query: BillingUsageDocument, variables: { organizationId } });
  const number = (value: number) => value.toLocaleString(language);
  return (
    <>
      <Section title={texts.billing} isScreen lockedBecause={lockedBecause('usage.read')}>
        <Loaded value={data?.billingUsage} error={error}>
          {(usage) => {
            const metrics = [
              [messages.projects, usage.projects],
              [texts.members, usage.members],
              [texts.capturesThisMonth, usage.snapshots],
              [texts.eventsThisMonth, usage.events],
            ] as const;
            return (
              <Card>
                <p>
                  {fill(texts.planOf, { name: data?.plans?.find(({ id }) => id === usage.plan)?.name ?? usage.plan })}
                </p>
                <dl className={classes.metrics}>
                  {metrics.map(([label, { used, limit }]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        {limit === null
                          ? fill(texts.usedUnlimited, { used: number(used) })
                          : fill(texts.usedOf, { used: number(used), limit: number(limit) })}
                      </dd>
                      {limit !== null && (
                        <progress
                          aria-label={label}
                          className={classes.meter}
                          max={limit}
                          value={Math.min(used, limit)}
                        />
                      )}
                    </div>
                  ))}
                </dl>
              </Card>
            );
          }}
        </Loaded>
      </Section>
      {can('billing.manage') && <Subscription plans={data?.plans ?? []} />}
    </>
  );
}

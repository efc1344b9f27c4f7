import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { BillingUsageQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import {
  BillingSubscriptionDocument,
  CancelSubscriptionDocument,
  ChangePlanDocument,
  OpenBillingPortalDocument,
  ResumeSubscriptionDocument,
  StartCheckoutDocument,
} from './billing.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

type Plan = NonNullable<BillingUsageQuery['plans']>[number];

/** The plan of an organization and its invoices, for owners. */
export function Subscription({ plans }: { plans: readonly Plan[] }) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const { organizationId } = useOrganizationSettings();
  const [{ data, error }] = useQuery({ query: BillingSubscriptionDocument, variables: { organizationId } });
  const [, change] = useMutation(ChangePlanDocument);
  const [, cancel] = useMutation(CancelSubscriptionDocument);
  const [, resume] = useMutation(ResumeSubscriptionDocument);
  const [, checkout] = useMutation(StartCheckoutDocument);
  const [, openPortal] = useMutation(OpenBillingPortalDocument);
  const money = (cents: number, currency: string) =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
  const invoiceStates = {
    draft: texts.invoiceDraft,
    open: texts.invoiceOpen,
    paid: texts.invoicePaid,
    void: texts.invoiceVoid,
  };

  return (
    <Loaded value={data?.billingSubscription} error={error}>
      {(subscription) => (
        <>
          <Section title={texts.plan} hint={texts.planHint}>
            <Rows empty="">
              {plans.map(({ id, name, priceCents, currency }) => {
                const isPresent = id === subscription.plan;
                const isPaid = id === 'team' || id === 'business';
                return (
                  <Row
                    key={id}
                    title={name}
                    marks={[isPresent && texts.presentPlan, id === subscription.pendingPlan && texts.pendingPlan]}
                    meta={fill(texts.perMonth, { price: money(priceCents, currency) })}
                  >
                    {!isPresent && (
                      <ConfirmDialog
                        label={texts.choosePlan}
                        name={fill(texts.choosePlanNamed, { name })}
                        title={fill(texts.choosePlanNamed, { name })}
                        hint={texts.choosePlanHint}
                        action={texts.choosePlan}
                        onConfirm={() => change({ organizationId, plan: id })}
                      />
                    )}
                    {!isPresent && isPaid && subscription.acceptsCards && (
                      <Button
                        aria-label={fill(texts.payByCardNamed, { name })}
                        onClick={() =>
                          void checkout({ organizationId, plan: id }).then((result) => {
                            report(result);
                            if (result.data) location.assign(result.data.startCheckout.url);
                          })
                        }
                      >
                        {texts.payByCard}
                      </Button>
                    )}
                  </Row>
                );
              })}
            </Rows>
            {(subscription.currentPeriodEnd || subscription.status === 'past_due') && (
              <Rows empty="">
                {[
                  <Row
                    key="period"
                    title={subscription.status === 'past_due' ? texts.pastDue : texts.active}
                    meta={
                      subscription.currentPeriodEnd && (
                        <>
                          {subscription.cancelAtPeriodEnd ? texts.ends : texts.renews}{' '}
                          <Time at={subscription.currentPeriodEnd} language={language} />
                        </>
                      )
                    }
                  >
                    {subscription.provider === 'stripe' && (
                      <Button
                        onClick={() =>
                          void openPortal({ organizationId }).then((result) => {
                            report(result);
                            if (result.data) location.assign(result.data.openBillingPortal.url);
                          })
                        }
                      >
                        {texts.portal}
                      </Button>
                    )}
                    {subscription.cancelAtPeriodEnd ? (
                      <Button onClick={() => void resume({ organizationId }).then((result) => report(result))}>
                        {texts.resume}
                      </Button>
                    ) : (
                      subscription.currentPeriodEnd && (
                        <ConfirmDialog
                          label={texts.cancelPlan}
                          kind="danger"
                          title={texts.cancelPlan}
                          hint={texts.cancelPlanHint}
                          onConfirm={() => cancel({ organizationId })}
                        />
                      )
                    )}
                  </Row>,
                ]}
              </Rows>
            )}
          </Section>
          <Section title={texts.invoices}>
            <Rows empty={texts.noInvoices}>
              {(data?.invoices?.nodes ?? []).map((invoice) => (
                <Row
                  key={invoice.id}
                  title={invoice.number ?? texts.invoiceDraft}
                  marks={[invoiceStates[invoice.status]]}
                  meta={`${money(invoice.totalCents, invoice.currency)} · ${new Intl.DateTimeFormat(
                    language,
                  ).formatRange(new Date(invoice.periodStart), new Date(invoice.periodEnd))}`}
                >
                  {invoice.pdfUrl && (
                    <a className={buttonClass('plain')} href={invoice.pdfUrl} target="_blank" rel="noreferrer">
                      PDF
                    </a>
                  )}
                </Row>
              ))}
            </Rows>
          </Section>
        </>
      )}
    </Loaded>
  );
}

import type { DeploymentMessages } from './deployments-en.ts';
import { lazyTexts } from './lazy-texts.ts';

export type { DeploymentMessages };

/** Texts of deployments, reviews, proofs and guards. */
export const useDeploymentTexts = lazyTexts<DeploymentMessages>({
  en: () => import('./deployments-en.ts'),
  de: () => import('./deployments-de.ts'),
  fr: () => import('./deployments-fr.ts'),
  es: () => import('./deployments-es.ts'),
  ja: () => import('./deployments-ja.ts'),
});

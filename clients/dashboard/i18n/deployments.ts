import type EN from './deployments-en.json';
import { lazyTexts } from './lazy-texts.ts';

export type DeploymentMessages = Readonly<Record<keyof typeof EN, string>>;

/** Texts of deployments, reviews, proofs and guards. */
export const useDeploymentTexts = lazyTexts<DeploymentMessages>((language) => import(`./deployments-${language}.json`));

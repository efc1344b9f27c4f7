// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Status of a snapshot. */
export type SnapshotStatus =
  /** The capture is queued or in progress. */
  | 'processing'
  /** The image is available. */
  | 'completed'
  /** The capture failed; `error` has the reason. */
  | 'failed';

/** Kind of difference in a region. */
export type RegionKind =
  /** Both images have the region with different content. */
  | 'changed'
  /** Only the comparison has these rows or columns. */
  | 'inserted'
  /** Only the baseline has these rows or columns. */
  | 'removed';

/** Image that has the rows. */
export type ShiftKind =
  /** Only the comparison has them. */
  | 'inserted'
  /** Only the baseline has them. */
  | 'removed';

/** Kind of change of an element. */
export type ElementChangeKind =
  /** The baseline does not have the element. */
  | 'added'
  /** The comparison does not have the element. */
  | 'removed'
  /** The text differs. */
  | 'text'
  /** The position differs. Rows inserted or removed above the element are not counted. */
  | 'moved'
  /** The width or height differs. */
  | 'resized'
  /** The color, background, border color or opacity differs; without pixels, also a shadow or a filter. */
  | 'recolored'
  /** The font, font size or font weight differs; without pixels, also another style, such as a list marker or a decoration. */
  | 'restyled'
  /** The element is unchanged, but an image, a canvas or a background in it differs. */
  | 'content';

export type ComparisonViewFragment = { readonly id: string, readonly baselineId: string, readonly comparisonId: string, readonly diffPercentage: number, readonly diffPixels: number, readonly width: number, readonly height: number, readonly diffImageUrl: string, readonly browsersDiffer: boolean | null, readonly isComplete: boolean | null, readonly regions: ReadonlyArray<{ readonly kind: RegionKind, readonly x: number, readonly y: number, readonly width: number, readonly height: number, readonly pixels: number, readonly elements: ReadonlyArray<{ readonly selector: string, readonly tag: string, readonly kinds: ReadonlyArray<ElementChangeKind>, readonly before: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null, readonly after: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null }> }>, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> };

export type ReadComparisonQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadComparisonQuery = { readonly comparison: { readonly id: string, readonly baselineId: string, readonly comparisonId: string, readonly diffPercentage: number, readonly diffPixels: number, readonly width: number, readonly height: number, readonly diffImageUrl: string, readonly browsersDiffer: boolean | null, readonly isComplete: boolean | null, readonly regions: ReadonlyArray<{ readonly kind: RegionKind, readonly x: number, readonly y: number, readonly width: number, readonly height: number, readonly pixels: number, readonly elements: ReadonlyArray<{ readonly selector: string, readonly tag: string, readonly kinds: ReadonlyArray<ElementChangeKind>, readonly before: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null, readonly after: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null }> }>, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> } | null };

export type SnapshotPairQueryVariables = Exact<{
  before: string | number;
  after: string | number;
}>;


export type SnapshotPairQuery = { readonly before: { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null } | null, readonly after: { readonly id: string, readonly projectId: string, readonly url: string, readonly status: SnapshotStatus, readonly error: string | null, readonly estimatedTime: number | null, readonly imageUrl: string | null, readonly thumbnailUrl: string | null, readonly width: number | null, readonly height: number | null, readonly title: string | null, readonly httpStatus: number | null, readonly isComplete: boolean | null, readonly fullPage: boolean, readonly createdAt: string, readonly viewport: { readonly width: number, readonly height: number, readonly deviceScaleFactor: number }, readonly environment: { readonly id: string, readonly name: string } | null } | null };

export type StoredComparisonsQueryVariables = Exact<{
  snapshotId: string | number;
}>;


export type StoredComparisonsQuery = { readonly comparisons: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly baselineId: string, readonly comparisonId: string }> } | null };

export type CompareSnapshotsMutationVariables = Exact<{
  baselineId: string | number;
  comparisonId: string | number;
}>;


export type CompareSnapshotsMutation = { readonly compareSnapshots: { readonly id: string, readonly baselineId: string, readonly comparisonId: string, readonly diffPercentage: number, readonly diffPixels: number, readonly width: number, readonly height: number, readonly diffImageUrl: string, readonly browsersDiffer: boolean | null, readonly isComplete: boolean | null, readonly regions: ReadonlyArray<{ readonly kind: RegionKind, readonly x: number, readonly y: number, readonly width: number, readonly height: number, readonly pixels: number, readonly elements: ReadonlyArray<{ readonly selector: string, readonly tag: string, readonly kinds: ReadonlyArray<ElementChangeKind>, readonly before: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null, readonly after: { readonly text: string, readonly style: Record<string, unknown>, readonly box: { readonly x: number, readonly y: number, readonly width: number, readonly height: number } } | null }> }>, readonly shifts: ReadonlyArray<{ readonly kind: ShiftKind, readonly y: number, readonly rows: number }> } };

export const ReadComparisonDocument = "query ReadComparison($id:ID!){comparison(id:$id){...ComparisonView}}fragment ComparisonView on Comparison{id baselineId comparisonId diffPercentage diffPixels width height diffImageUrl browsersDiffer isComplete regions{kind x y width height pixels elements{selector tag kinds before{text style box{x y width height}}after{text style box{x y width height}}}}shifts{kind y rows}}" as unknown as TypedDocumentNode<ReadComparisonQuery, ReadComparisonQueryVariables>;

export const SnapshotPairDocument = "query SnapshotPair($before:ID!$after:ID!){before:snapshot(id:$before){...SnapshotCard}after:snapshot(id:$after){...SnapshotCard}}fragment SnapshotCard on Snapshot{id projectId url status error estimatedTime imageUrl thumbnailUrl width height title httpStatus isComplete fullPage createdAt viewport{width height deviceScaleFactor}environment{id name}}" as unknown as TypedDocumentNode<SnapshotPairQuery, SnapshotPairQueryVariables>;

export const StoredComparisonsDocument = "query StoredComparisons($snapshotId:ID!){comparisons(snapshotId:$snapshotId first:100){nodes{id baselineId comparisonId}}}" as unknown as TypedDocumentNode<StoredComparisonsQuery, StoredComparisonsQueryVariables>;

export const CompareSnapshotsDocument = "mutation CompareSnapshots($baselineId:ID!$comparisonId:ID!){compareSnapshots(baselineId:$baselineId comparisonId:$comparisonId){...ComparisonView}}fragment ComparisonView on Comparison{id baselineId comparisonId diffPercentage diffPixels width height diffImageUrl browsersDiffer isComplete regions{kind x y width height pixels elements{selector tag kinds before{text style box{x y width height}}after{text style box{x y width height}}}}shifts{kind y rows}}" as unknown as TypedDocumentNode<CompareSnapshotsMutation, CompareSnapshotsMutationVariables>;

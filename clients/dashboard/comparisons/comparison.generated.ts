// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { ReadComparisonQuery, ReadComparisonQueryVariables, SnapshotPairQuery, SnapshotPairQueryVariables, StoredComparisonsQuery, StoredComparisonsQueryVariables, CompareSnapshotsMutation, CompareSnapshotsMutationVariables } from '../graphql-types.generated.ts';

export const ReadComparisonDocument = "query ReadComparison($id:ID!){comparison(id:$id){...ComparisonView}}fragment ComparisonView on Comparison{id baselineId comparisonId diffPercentage diffPixels width height diffImageUrl browsersDiffer isComplete regions{kind x y width height pixels elements{selector tag kinds before{text style box{x y width height}}after{text style box{x y width height}}}}shifts{kind y rows}}" as unknown as TypedDocumentNode<ReadComparisonQuery, ReadComparisonQueryVariables>;

export const SnapshotPairDocument = "query SnapshotPair($before:ID!$after:ID!){before:snapshot(id:$before){...SnapshotCard}after:snapshot(id:$after){...SnapshotCard}}fragment SnapshotCard on Snapshot{id projectId url status error estimatedTime imageUrl thumbnailUrl width height title httpStatus isComplete isCut missingFeatures fullPage createdAt viewport{width height deviceScaleFactor}environment{id name}}" as unknown as TypedDocumentNode<SnapshotPairQuery, SnapshotPairQueryVariables>;

export const StoredComparisonsDocument = "query StoredComparisons($snapshotId:ID!){comparisons(snapshotId:$snapshotId first:100){nodes{id baselineId comparisonId}}}" as unknown as TypedDocumentNode<StoredComparisonsQuery, StoredComparisonsQueryVariables>;

export const CompareSnapshotsDocument = "mutation CompareSnapshots($baselineId:ID!$comparisonId:ID!){compareSnapshots(baselineId:$baselineId comparisonId:$comparisonId){...ComparisonView}}fragment ComparisonView on Comparison{id baselineId comparisonId diffPercentage diffPixels width height diffImageUrl browsersDiffer isComplete regions{kind x y width height pixels elements{selector tag kinds before{text style box{x y width height}}after{text style box{x y width height}}}}shifts{kind y rows}}" as unknown as TypedDocumentNode<CompareSnapshotsMutation, CompareSnapshotsMutationVariables>;

/** Settings of statements in a cluster (docs/decisions/0292). */

/** A subquery of facts within a question of facts is answered by all shards, not by each for itself. */
export const CLUSTER_READ = { distributed_product_mode: 'global' } as const;

/**
 * An insert returns when a majority of the replicas of every shard concerned has its rows. Only inserts one after another
 * can be read with sequential consistency, which reconciling needs.
 */
export const CLUSTER_INSERT = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
} as const;

/** A table of `system` on every server of the cluster; the question fails while one of them does not answer. */
export const systemTable = ({ cluster }: { cluster: string | undefined }, name: string): string => {
  if (cluster === undefined) return `system.${name}`;
  return `clusterAllReplicas('${cluster}', system.${name})`;
};

/** Sees every row whose insert returned, or fails on a replica that is behind. */
export const consistentRead = ({ cluster }: { cluster: string | undefined }): Record<string, number> => {
  if (cluster === undefined) return {};
  return { select_sequential_consistency: 1 };
};

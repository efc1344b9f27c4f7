-- Ends a statement that stores a whole group of collected batches or none of it (src/resolvers/collection/store-at-once.ts)
CREATE FUNCTION "refuse_collected_group"() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'not all of the group can be stored' USING ERRCODE = 'PB001';
END
$$;

-- The current version of each deal, as stored.
SELECT * FROM lake.deals ANTI JOIN lake.superseded USING (deal_id)

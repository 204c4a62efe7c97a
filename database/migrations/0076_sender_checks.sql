-- Domains are looked at again by themselves. An answer without the key ends a verification only after days, silence never.
-- The day on which a domain was first verified is where its warm-up begins.
alter table sender_domains
  add column next_check_at timestamptz,
  add column failing_since timestamptz,
  add column told_at timestamptz,
  add column verified_at timestamptz;
update sender_domains set verified_at = updated_at where status = 'verified';
update sender_domains set status = 'pending' where status = 'failed';

-- A picture that nothing shows is deleted a day after it was last uploaded. One that is shown is kept by its foreign keys.
grant delete, update (added_at) on picture to trefoil_app;

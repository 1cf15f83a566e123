<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CertificateText</name>
    <message numerus="yes">
        <source>Expires in %n days, on %1</source>
        <translation>
            <numerusform>Expires in %n day, on %1</numerusform>
            <numerusform>Expires in %n days, on %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CostCard</name>
    <message numerus="yes">
        <source>%n samples failed</source>
        <translation>
            <numerusform>%n sample failed</numerusform>
            <numerusform>%n samples failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabProblems</name>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (and %n more)</numerusform>
            <numerusform>%1 (and %n more)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultReading</name>
    <message numerus="yes">
        <source>none of %n is better.</source>
        <translation>
            <numerusform>the one is not better.</numerusform>
            <numerusform>none of %n is better.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n show no difference beyond noise.</source>
        <translation>
            <numerusform>%n shows no difference beyond noise.</numerusform>
            <numerusform>%n show no difference beyond noise.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n is better.</source>
        <translation>
            <numerusform>The one is not better.</numerusform>
            <numerusform>None of %n is better.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::HostsLink</name>
    <message numerus="yes">
        <source>%n further hosts</source>
        <translation>
            <numerusform>%n further host</numerusform>
            <numerusform>%n further hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabPage</name>
    <message numerus="yes">
        <source>%n samples, about %1. Nothing else should run meanwhile.</source>
        <translation>
            <numerusform>%n sample, about %1. Nothing else should run meanwhile.</numerusform>
            <numerusform>%n samples, about %1. Nothing else should run meanwhile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabRunView</name>
    <message numerus="yes">
        <source>Cancelled. %n samples of finished rounds are kept.</source>
        <translation>
            <numerusform>Cancelled. %n sample of finished rounds is kept.</numerusform>
            <numerusform>Cancelled. %n samples of finished rounds are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished: %n samples in %1.</source>
        <translation>
            <numerusform>Finished: %n sample in %1.</numerusform>
            <numerusform>Finished: %n samples in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::LabSweepBox</name>
    <message numerus="yes">
        <source>Make %n variants</source>
        <translation>
            <numerusform>Make %n variant</numerusform>
            <numerusform>Make %n variants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::MainWindow</name>
    <message numerus="yes">
        <source>CPU %1 %   %n up</source>
        <translation>
            <numerusform>CPU %1 %   %n up</numerusform>
            <numerusform>CPU %1 %   %n up</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultComparison</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparison of %n results</source>
        <translation>
            <numerusform>Comparison of %n result</numerusform>
            <numerusform>Comparison of %n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultDetail</name>
    <message numerus="yes">
        <source>%n configurations</source>
        <translation>
            <numerusform>%n configuration</numerusform>
            <numerusform>%n configurations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultLibrary</name>
    <message numerus="yes">
        <source>Removed %n results</source>
        <translation>
            <numerusform>Removed %n result</numerusform>
            <numerusform>Removed %n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultListModel</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultTableModel</name>
    <message numerus="yes">
        <source>%1 to %2, %n samples</source>
        <translation>
            <numerusform>%1 to %2, %n sample</numerusform>
            <numerusform>%1 to %2, %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultView</name>
    <message numerus="yes">
        <source>Show all %n cards</source>
        <translation>
            <numerusform>Show the %n card</numerusform>
            <numerusform>Show all %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::ResultsPage</name>
    <message numerus="yes">
        <source>Opened %n results</source>
        <translation>
            <numerusform>Opened %n result</numerusform>
            <numerusform>Opened %n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::RunComparisonModel</name>
    <message numerus="yes">
        <source>Against “%1”, none of %n figures differs beyond noise.</source>
        <translation>
            <numerusform>Against “%1”, the %n figure does not differ beyond noise.</numerusform>
            <numerusform>Against “%1”, none of %n figures differs beyond noise.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteListModel</name>
    <message numerus="yes">
        <source>%n hosts</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>servelab::ui::SiteRequests</name>
    <message numerus="yes">
        <source>%1 of %n requests</source>
        <translation>
            <numerusform>%1 of %n request</numerusform>
            <numerusform>%1 of %n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n requests to %1</source>
        <translation>
            <numerusform>Wrote %n request to %1</numerusform>
            <numerusform>Wrote %n requests to %1</numerusform>
        </translation>
    </message>
</context>
</TS>
